import type { Part } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Injection } from "./model.ts";
import { mayChange, merge, policyRemoval, removal, script } from "./scripts.ts";

/** A policy about whom pods may call, as it should not be; `right` is what it should let out. */
export function outboundPolicy(part: Part, wrong: KubeObject, right: readonly object[]): Injection {
  const { name } = wrong.metadata;
  const patch = (egress: readonly object[]) => merge(part, "networkpolicy", name, { spec: { egress } });
  return {
    changes: [{ is: "apply", object: wrong }],
    symptom: { is: "journey fails", journey: part.journey },
    repair: script(patch(right)),
    traps: [
      {
        name: "open-to-everybody",
        verdict: "fail",
        script: script(patch([{}])),
        because: "the pods may call anybody now",
      },
      policyRemoval(part, name),
      removal(part),
    ],
    cause: [{ namespace: part.namespace, kind: "NetworkPolicy", name }],
    endings: [
      { object: `networking.k8s.io/NetworkPolicy ${part.namespace}/${name}`, path: "spec.egress", without: "[{}]" },
    ],
    allow: [mayChange(part, "networking.k8s.io", "networkpolicies", name, ["spec.egress"])],
  };
}
