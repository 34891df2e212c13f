import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const volumeDeletion: Detector = {
  tag: "k8s.volume-deletion",
  level: "high",
  summary: "a PersistentVolume deleted: the way to the data, and sometimes the data",
  advice: "Find the claim that is bound to it, and note the disk behind it (kubectl get pv -o yaml) before it goes.",
  detect: inDeletions(["PersistentVolume", "CephCluster", "CephBlockPool"], ({ label }) => ({
    field: label,
    because: "without the volume object nobody finds the data again by its claim",
  })),
};
