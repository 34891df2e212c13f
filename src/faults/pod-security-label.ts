import type { Fault } from "./model.ts";
import { isApp, patchWorkload, releaseAtOnce } from "./release.ts";
import { anyWrite, kubectl, mayChangeWorkload, restart, rolledOut, script } from "./scripts.ts";

const label = "pod-security.kubernetes.io/enforce";

/** The platform raised its standard. What ran goes on, what is new is refused, and one service was just released. */
export const podSecurityLabel: Fault = {
  name: "pod-security-label",
  about: "a namespace demands more of its pods than a workload gives",
  area: "admission",
  obstacle: (part) => (isApp(part) ? undefined : "it starts as root"),
  plan: (_, part) => {
    const pod = { securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } } };
    const container = { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } };
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Namespace", name: part.namespace },
          body: { metadata: { labels: { [label]: "restricted" } } },
        },
        releaseAtOnce(part, {}),
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patchWorkload(part, { pod, container }), rolledOut(part)),
      traps: [
        {
          name: "half-way",
          verdict: "fail",
          script: script(patchWorkload(part, { pod })),
          because: "the pods are still refused",
        },
        {
          name: "relax-namespace",
          verdict: "unsafe",
          script: script(kubectl(part, "label", "namespace", part.namespace, `${label}-`)),
          because: "the standard was lowered for everybody",
        },
      ],
      cause: [{ namespace: part.namespace, kind: "Deployment", name: part.name }],
      allow: [
        mayChangeWorkload(
          part,
          "spec.template.spec.securityContext",
          "spec.template.spec.containers[*].securityContext",
          restart,
        ),
      ],
      never: [anyWrite("namespaces")],
    };
  },
};
