import type { Detector } from "../../model.ts";
import { holdsRuntimeSocket } from "../shared/paths.ts";
import { inPods } from "../shared/pods.ts";
import { fieldsOf, listOf, textOf } from "../shared/values.ts";

export const runtimeSocket: Detector = {
  tag: "k8s.runtime-socket",
  level: "critical",
  summary: "the socket of the container runtime inside a pod",
  advice: "Whoever reaches that socket owns the node: build images without it, and read container data from the API.",
  detect: inPods(({ spec, field }) =>
    listOf(spec.volumes).flatMap((volume, index) => {
      const path = textOf(fieldsOf(fieldsOf(volume).hostPath).path);
      if (path === undefined || !holdsRuntimeSocket(path)) return [];
      const because = `${path} commands the node's container runtime`;
      return [{ field: field(`volumes[${index}].hostPath.path`), because }];
    }),
  ),
};
