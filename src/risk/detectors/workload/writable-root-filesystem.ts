import type { Detector } from "../../model.ts";
import { inContainers } from "../shared/pods.ts";
import { fieldsOf } from "../shared/values.ts";

export const writableRootFilesystem: Detector = {
  tag: "k8s.writable-root-filesystem",
  level: "low",
  summary: "a container that can change the files of its image",
  advice: "Set readOnlyRootFilesystem: true and mount an emptyDir where the program writes.",
  detect: inContainers(({ context, pod, name, field }) => {
    const said = context.readOnlyRootFilesystem;
    if (said === true || (said === undefined && pod.partial) || fieldsOf(pod.spec.os).name === "windows")
      return undefined;
    const because = `container ${name} can change its own program files`;
    return { field: field("securityContext.readOnlyRootFilesystem"), because };
  }),
};
