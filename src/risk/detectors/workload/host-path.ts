import type { Detector } from "../../model.ts";
import { holdsRuntimeSocket, isMachineItself } from "../shared/paths.ts";
import { inPods, type Pod } from "../shared/pods.ts";
import { fieldsOf, partsOf, textOf } from "../shared/values.ts";

export const hostPath: Detector = {
  tag: "k8s.host-path",
  level: "high",
  summary: "a directory of the node mounted into a pod; critical where the pod can write to what makes the node",
  advice: "Use a volume that belongs to the workload, or mount one narrow directory read-only.",
  detect: inPods((pod) =>
    partsOf(pod.spec.volumes).flatMap((volume, index) => {
      const path = textOf(fieldsOf(volume.hostPath).path);
      // A runtime's socket has a tag of its own that says more.
      if (path === undefined || holdsRuntimeSocket(path)) return [];
      const field = pod.field(`volumes[${index}].hostPath.path`);
      if (!isMachineItself(path) || !isWritable(pod, volume.name)) {
        return [{ field, because: `${path} of the node is inside the pod` }];
      }
      return [{ field, because: `the pod can write to ${path} of the node, and so own it`, level: "critical" }];
    }),
  ),
};

function isWritable(pod: Pod, volume: unknown): boolean {
  return pod.containers
    .flatMap(({ value }) => partsOf(value.volumeMounts))
    .some((mount) => mount.name === volume && mount.readOnly !== true);
}
