import type { KubeObject } from "../../kubernetes/index.ts";
import { type FollowOptions, follow } from "./follow.ts";
import type { Machine } from "./machine.ts";

/** k3s's names in its profile: manifests and tutorials know them. */
export const provisioners = { plain: "airworthy.dev/local-volume", k3s: "rancher.io/local-path" } as const;
export const volumeDirectories = { plain: "/var/lib/airworthy/volumes", k3s: "/var/lib/rancher/k3s/storage" } as const;

export interface StorageOptions extends FollowOptions {
  readonly nodes: readonly Machine[];
  readonly provisioner: string;
  /** The directory of the volumes on each node. */
  readonly directory: string;
}

const selectedNode = "volume.kubernetes.io/selected-node";
const provisionedBy = "pv.kubernetes.io/provisioned-by";

/** Gives every claim of our StorageClass a directory on the node its first pod was scheduled to, and removes it after. */
export function provisionVolumes(options: StorageOptions): void {
  const classes = new Map<string, KubeObject>();
  follow("/apis/storage.k8s.io/v1/storageclasses", options, async (storageClass) => {
    if (storageClass.provisioner === options.provisioner) classes.set(storageClass.metadata.name, storageClass);
  });
  follow("/api/v1/persistentvolumeclaims", options, (claim) => provide(options, classes, claim));
  follow("/api/v1/persistentvolumes", options, (volume) => reclaim(options, volume));
}

async function provide(
  { client, nodes, provisioner, directory, signal }: StorageOptions,
  classes: ReadonlyMap<string, KubeObject>,
  claim: KubeObject,
): Promise<void> {
  const storageClass = classes.get(claim.spec.storageClassName ?? "");
  const annotations = claim.metadata.annotations ?? {};
  const waits = storageClass?.volumeBindingMode === "WaitForFirstConsumer";
  const node = waits ? annotations[selectedNode] : nodes[0]?.name;
  if (!storageClass || claim.status?.phase !== "Pending" || claim.metadata.deletionTimestamp) return;
  if (node === undefined || claim.spec.volumeName) return;
  const machine = nodes.find((each) => each.name === node);
  if (!machine) return; // A simulated node has no disk.

  const { name, namespace, uid } = claim.metadata;
  const volumeName = `pvc-${uid}`;
  if (await client.find(`/api/v1/persistentvolumes/${volumeName}`, signal)) return;
  const path = `${directory}/${volumeName}_${namespace}_${name}`;
  // Inside the machine, whose files a pod may have changed: nothing there leads out to the host.
  await machine.run("sh", ["-c", 'mkdir -p "$1" && chmod 777 "$1"', "sh", path]);
  await client.create(
    "/api/v1/persistentvolumes",
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: volumeName, annotations: { [provisionedBy]: provisioner } },
      spec: {
        accessModes: claim.spec.accessModes,
        capacity: { storage: claim.spec.resources.requests.storage },
        claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid },
        hostPath: { path, type: "DirectoryOrCreate" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [node] }] },
            ],
          },
        },
        persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? "Delete",
        storageClassName: storageClass.metadata.name,
        volumeMode: "Filesystem",
      },
    },
    signal,
  );
}

async function reclaim(
  { client, nodes, provisioner, directory, signal }: StorageOptions,
  volume: KubeObject,
): Promise<void> {
  if (volume.metadata.annotations?.[provisionedBy] !== provisioner) return;
  if (volume.status?.phase !== "Released" || volume.spec.persistentVolumeReclaimPolicy !== "Delete") return;
  const path = String(volume.spec.hostPath?.path ?? "");
  const values = volume.spec.nodeAffinity?.required?.nodeSelectorTerms?.[0]?.matchExpressions?.[0]?.values ?? [];
  const machine = nodes.find((each) => values.includes(each.name));
  // The path is the API's word, which a user may have changed: only what lies directly in our directory goes.
  if (machine && path.startsWith(`${directory}/`) && !path.includes("/.."))
    await machine.run("rm", ["-rf", "--", path]);
  await client.remove(`/api/v1/persistentvolumes/${volume.metadata.name}`, signal);
}
