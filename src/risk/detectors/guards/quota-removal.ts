import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const quotaRemoval: Detector = {
  tag: "k8s.quota-removal",
  level: "low",
  summary: "a ResourceQuota or LimitRange deleted",
  advice: "Raise the one number that is in the way instead.",
  detect: inDeletions(["ResourceQuota", "LimitRange"], ({ label }) => ({
    field: label,
    because: "the namespace may now take as much of the cluster as it likes",
  })),
};
