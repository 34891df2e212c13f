import type { Fault } from "./model.ts";
import { isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { removal, rolledOut, script } from "./scripts.ts";

/** The question whether it is ready goes to a page that it does not have: it works, and gets nothing to do. */
export const probePath: Fault = {
  name: "probe-path",
  about: "a readiness probe asks for a page that the service does not have",
  area: "probes",
  obstacle: (part) => (isApp(part) ? undefined : "it is not asked over HTTP"),
  plan: ({ variant }, part) => {
    const path = (path: string) => ({
      container: { readinessProbe: { httpGet: { path, port: part.targetPort } } },
    });
    return {
      changes: [releaseAtOnce(part, path(variant.word("page", ["/status", "/up", "/alive", "/_health", "/ping"])))],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patchWorkload(part, path("/readyz")), rolledOut(part)),
      traps: [
        {
          name: "no-probe",
          verdict: "fail",
          script: script(patchWorkload(part, { container: { readinessProbe: null } }), rolledOut(part)),
          because: "who is never asked is always ready, also when it is not",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "readinessProbe.httpGet.path")],
    };
  },
};
