import type { Fault } from "./model.ts";
import { isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, removal, rolledOut, script, workloadOf } from "./scripts.ts";

/** A service that needs time to start is taken for dead before it could. */
export const probeTiming: Fault = {
  name: "probe-timing",
  about: "a liveness probe kills a slow starter before it has started",
  area: "probes",
  obstacle: (part) => (isApp(part) ? undefined : "it starts at once"),
  plan: ({ variant }, part) => {
    const seconds = variant.number("start", 12, 16);
    const livenessProbe = {
      httpGet: { path: "/healthz", port: part.targetPort },
      initialDelaySeconds: 1,
      periodSeconds: 1,
      timeoutSeconds: 2,
      failureThreshold: 3,
    };
    const startupProbe = { httpGet: livenessProbe.httpGet, periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 30 };
    const env = (value: number) => [{ name: "STARTUP_SECONDS", value: String(value) }];
    return {
      changes: [releaseAtOnce(part, { container: { env: env(seconds), livenessProbe } })],
      symptom: { is: "pods wait", part: part.role, reason: "CrashLoopBackOff" },
      repair: script(patchWorkload(part, { container: { startupProbe } }), rolledOut(part)),
      traps: [
        {
          name: "no-probe",
          verdict: "fail",
          script: script(patchWorkload(part, { container: { livenessProbe: null } }), rolledOut(part)),
          because: "nobody will notice any more when it hangs",
        },
        {
          name: "restart-again",
          verdict: "fail",
          script: script(kubectl(part, "rollout", "restart", workloadOf(part))),
          because: "it has no more time than before",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [
        mayChangeContainer(
          part,
          "startupProbe",
          ...["initialDelaySeconds", "periodSeconds", "failureThreshold"].map((field) => `livenessProbe.${field}`),
        ),
      ],
    };
  },
};
