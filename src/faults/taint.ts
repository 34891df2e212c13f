import type { Fault } from "./model.ts";
import { isApp, patchWorkload, release, undo } from "./release.ts";
import { removal, rolledOut, script } from "./scripts.ts";

const node = "node-1";

/** What was put on a node for its maintenance was never taken away: nothing new may run there. */
export const taint: Fault = {
  name: "taint",
  about: "a forgotten taint keeps new pods from the only node",
  area: "scheduling",
  rights: "platform",
  nodes: [{ name: node }],
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment's release brings new pods beside the old"),
  plan: ({ variant }, part) => {
    const key = variant.word("taint", ["maintenance", "upgrade", "inspection", "migration"]);
    const value = variant.word("state", ["planned", "running", "pending"]);
    const on = { apiVersion: "v1", kind: "Node", name: node };
    const tolerations = [{ key, operator: "Exists", effect: "NoSchedule" }];
    return {
      changes: [
        { is: "patch", on, body: { spec: { taints: [{ key, value, effect: "NoSchedule" }] } }, type: "merge" },
        release(part, {}),
      ],
      symptom: { is: "pods wait", part: part.role, reason: "Unschedulable" },
      repair: script(`kubectl taint node ${node} ${key}:NoSchedule-`, rolledOut(part)),
      traps: [
        {
          name: "tolerate",
          verdict: "fail",
          script: script(patchWorkload(part, { pod: { tolerations } }), rolledOut(part)),
          because: "one workload gets around the taint, and all others still wait",
        },
        {
          name: "back-to-the-old",
          verdict: "fail",
          script: script(undo(part), rolledOut(part)),
          because: "the old pods serve on, and no new one will ever start",
        },
        removal(part),
      ],
      cause: [{ namespace: "", kind: "Node", name: node }],
      endings: [{ object: `Node ${node}`, path: "spec.taints", value: undefined }],
      allow: [
        {
          verbs: ["patch", "update"],
          group: "",
          resource: "nodes",
          namespace: "",
          name: node,
          fields: ["spec.taints"],
        },
      ],
    };
  },
};
