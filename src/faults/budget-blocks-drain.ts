import type { Fault } from "./model.ts";
import { isApp, referenceTo, release } from "./release.ts";
import { kubectl, mayChange, merge, script } from "./scripts.ts";

const node = "node-2";

/** A budget that allows no pod to be away: a node that must be emptied for its maintenance never is. */
export const budgetBlocksDrain: Fault = {
  name: "budget-blocks-drain",
  about: "a PodDisruptionBudget that allows nothing keeps a node from being drained",
  area: "scheduling",
  rights: "platform",
  // The second is free until its pods are sent there, so that no volume is bound to it.
  nodes: [{ name: "node-1" }, { name: node, taints: [{ key: "reserved", effect: "NoSchedule" }] }],
  obstacle: (part) =>
    isApp(part) && part.replicas > 1 && part.claim === undefined ? undefined : "one pod has no budget to spare",
  plan: (_, part) => {
    const { namespace, name, labels, replicas } = part;
    const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name, namespace } };
    const on = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", namespace, name };
    const preferred = { key: "kubernetes.io/hostname", operator: "In", values: [node] };
    const nodeAffinity = {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference: { matchExpressions: [preferred] } }],
    };
    const patch = (minAvailable: number) => merge(part, "pdb", name, { spec: { minAvailable } });
    const drain = `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --timeout=60s`;
    const nodes = { group: "", resource: "nodes", namespace: "", name: node };
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Node", name: node },
          body: { spec: { taints: null } },
          type: "merge",
        },
        release(part, { pod: { affinity: { nodeAffinity } } }),
        { is: "await rollout", on: referenceTo(part) },
        {
          is: "apply",
          object: { ...budget, spec: { minAvailable: replicas, selector: { matchLabels: labels } } },
        },
      ],
      symptom: {
        is: "object shows",
        on,
        path: "status.conditions[type=DisruptionAllowed].reason",
        value: "InsufficientPods",
      },
      repair: script(patch(replicas - 1), drain),
      traps: [
        {
          name: "cordon-only",
          verdict: "fail",
          script: script(`kubectl cordon ${node}`),
          because: "nothing new comes to the node, and all that is there stays",
        },
        {
          name: "remove-budget",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "pdb", name), drain),
          because: "nothing protects the service from being drained as a whole",
        },
        {
          name: "delete-pods",
          verdict: "unsafe",
          script: script(
            `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --disable-eviction --timeout=60s`,
          ),
          because: "pods were deleted past the budget, all at once",
        },
      ],
      cause: [{ namespace, kind: "PodDisruptionBudget", name }],
      endings: [
        { object: `Node ${node}`, path: "spec.unschedulable", value: true },
        { object: `Node ${node}`, path: `status.runs.${namespace}/${labels.app}`, value: undefined },
      ],
      allow: [
        mayChange(part, "policy", "poddisruptionbudgets", name, ["spec.minAvailable", "spec.maxUnavailable"]),
        { ...nodes, verbs: ["patch", "update"], fields: ["spec.unschedulable", "spec.taints"] },
        { verbs: ["create"], group: "*", resource: "pods/eviction", namespace: "*", name: "*" },
      ],
      never: [{ verbs: ["delete", "deletecollection"], group: "", resource: "pods", namespace, name: "*" }],
    };
  },
};
