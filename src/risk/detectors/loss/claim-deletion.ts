import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const claimDeletion: Detector = {
  tag: "k8s.volume-claim-deletion",
  level: "high",
  summary: "a PersistentVolumeClaim deleted, with its data where the volume's policy is Delete",
  advice: "Look at the volume's reclaim policy and for a snapshot or backup of it.",
  detect: inDeletions(["PersistentVolumeClaim"], ({ label }) => ({
    field: label,
    because: "the data behind the claim goes too, unless its volume is to be retained",
  })),
};
