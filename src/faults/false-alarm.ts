import type { Fault } from "./model.ts";
import { answer, kubectl, removal, script, workloadOf } from "./scripts.ts";
import { teller } from "./teller.ts";

/** Something complains of what is long over. Whoever looks finds nothing, and leaves it at that. */
export const falseAlarm: Fault = {
  name: "false-alarm",
  about: "an old event and an old alert complain of a service that works",
  area: "judgement",
  expects: "nothing",
  obstacle: () => undefined,
  plan: ({ variant }, part) => {
    const minutes = variant.number("minutes", 4, 19);
    const at = "2026-01-12T03:4";
    const name = variant.word("relay", ["alert-relay", "pager", "watchtower", "siren"]);
    const times = { firstTimestamp: `${at}1:00Z`, lastTimestamp: `${at}7:00Z`, count: minutes * 6 };
    return {
      changes: [
        {
          is: "apply",
          object: {
            apiVersion: "v1",
            kind: "Event",
            metadata: { name: `${part.name}.unhealthy`, namespace: part.namespace },
            involvedObject: { apiVersion: "apps/v1", kind: part.kind, name: part.name, namespace: part.namespace },
            type: "Warning",
            reason: "Unhealthy",
            message: `Readiness probe failed: connection refused, ${minutes} minutes long`,
            ...times,
          },
        },
        ...teller(part, name, [
          `${times.firstTimestamp} CRITICAL ${part.name}: no ready pods, users are turned away`,
          `${times.lastTimestamp} CRITICAL ${part.name}: still no ready pods after ${minutes} minutes, act now`,
        ]),
      ],
      symptom: { is: "none" },
      repair: script(
        kubectl(part, "get", "pods"),
        answer("nothing-wrong", `all pods of ${part.name} are ready and answer; the alert is an old one`),
      ),
      traps: [
        {
          name: "restart-anyway",
          verdict: "fail",
          script: script(kubectl(part, "rollout", "restart", workloadOf(part))),
          because: "what works was restarted for nothing",
        },
        {
          name: "pass-it-on",
          verdict: "fail",
          script: script(answer("escalated", `${part.name} has no ready pods`)),
          because: "somebody else is woken up for nothing",
        },
        removal(part),
      ],
      cause: [],
      allow: [],
    };
  },
};
