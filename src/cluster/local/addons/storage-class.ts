import type { KubeObject } from "../../../kubernetes/index.ts";
import type { Profile } from "./objects.ts";

/** The class of claims that name none. Volumes are directories of the node where the first pod runs. */
export function storageClass(profile: Profile, provisioner: string): KubeObject {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: {
      name: profile === "k3s" ? "local-path" : "standard",
      annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
    },
    provisioner,
    volumeBindingMode: "WaitForFirstConsumer",
    reclaimPolicy: "Delete",
  };
}
