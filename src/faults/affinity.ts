import type { Fault } from "./model.ts";
import { barePod, isApp, patchWorkload, releaseAtOnce } from "./release.ts";
import { mayChangeWorkload, restart, rolledOut, script } from "./scripts.ts";

/** Pods that may only run on nodes with a label that no node has. */
export const affinity: Fault = {
  name: "affinity",
  about: "a workload may only run on nodes of a kind that there is none of",
  area: "scheduling",
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment's release takes the old pods away first"),
  plan: ({ variant }, part) => {
    const key = variant.word("key", ["disk", "pool", "zone", "generation"]);
    const values = [variant.word("value", ["fast", "blue", "north", "second"])];
    const terms = [{ matchExpressions: [{ key, operator: "In", values }] }];
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
    return {
      changes: [releaseAtOnce(part, { pod: { affinity: { nodeAffinity } } })],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      repair: script(patchWorkload(part, { pod: { affinity: null } }), rolledOut(part)),
      traps: [
        barePod(part),
        {
          name: "label-nodes",
          verdict: "unsafe",
          script: script(`kubectl label node --all ${key}=${values[0]}`, rolledOut(part)),
          because: "nodes belong to all, and what they are called others go by",
        },
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeWorkload(part, "spec.template.spec.affinity", restart)],
    };
  },
};
