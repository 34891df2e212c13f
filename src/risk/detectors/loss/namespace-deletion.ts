import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const namespaceDeletion: Detector = {
  tag: "k8s.namespace-deletion",
  level: "high",
  summary: "a namespace deleted, with everything in it",
  advice: "List what lives there first: kubectl api-resources --namespaced -o name, and the volumes' reclaim policies.",
  detect: inDeletions(["Namespace", "Project"], ({ label }) => ({
    field: label,
    because: "every object in the namespace goes with it, volume claims and secrets included",
  })),
};
