import type { Fault } from "./model.ts";
import { mayChangeContainer, patchWorkload, release } from "./release.ts";
import { kubectl, removal, rolledOut, script, workloadOf } from "./scripts.ts";

/** A limit on the processor that every request runs into: all pods are well, and users wait until they give up. */
export const cpuLimit: Fault = {
  name: "cpu-limit",
  about: "a service that computes is slowed down by its CPU limit until its users time out",
  area: "resources",
  obstacle: (part) => (part.computes ? undefined : "its requests compute nothing"),
  plan: ({ variant }, part) => {
    const limit = (cpu: string | null) => ({ container: { resources: { limits: { cpu } } } });
    return {
      changes: [release(part, limit(`${variant.number("limit", 14, 19)}m`))],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patchWorkload(part, limit("1")), rolledOut(part)),
      traps: [
        {
          name: "compute-nothing",
          verdict: "fail",
          script: script(kubectl(part, "set", "env", workloadOf(part), "BURN_MS=0"), rolledOut(part)),
          because: "it is quick because it no longer does its work",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "resources.limits.cpu", "resources.requests.cpu")],
    };
  },
};
