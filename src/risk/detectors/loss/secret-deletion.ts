import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const secretDeletion: Detector = {
  tag: "k8s.secret-deletion",
  level: "medium",
  summary: "a Secret deleted, of which there may be no second copy",
  advice: "See who mounts it, and that its contents exist elsewhere: running pods go on, the next start fails.",
  detect: inDeletions(["Secret", "SealedSecret", "ExternalSecret"], ({ label }) => ({
    field: label,
    because: "its contents may exist nowhere else",
  })),
};
