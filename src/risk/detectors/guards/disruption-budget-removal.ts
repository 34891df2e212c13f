import type { Detector } from "../../model.ts";
import { inDeletions, inObjects } from "../shared/objects.ts";
import { fieldsOf } from "../shared/values.ts";

const deleted = inDeletions(["PodDisruptionBudget"], ({ label }) => ({
  field: label,
  because: "a drain may take all pods of the workload at once",
}));

const emptied = inObjects(["PodDisruptionBudget"], ({ value, label }) => {
  const { minAvailable, maxUnavailable } = fieldsOf(value.spec);
  const because = "the budget keeps no pod: a drain may take all of them at once";
  if (minAvailable === 0 || minAvailable === "0%") return { field: `${label}: spec.minAvailable`, because };
  return maxUnavailable === "100%" ? { field: `${label}: spec.maxUnavailable`, because } : undefined;
});

export const disruptionBudgetRemoval: Detector = {
  tag: "k8s.disruption-budget-removal",
  level: "medium",
  summary: "a PodDisruptionBudget deleted, or set so that it keeps no pod",
  advice: "Find out which drain it blocks and why the workload cannot spare a pod; add a replica instead.",
  detect: (operation) => [...deleted(operation), ...emptied(operation)],
};
