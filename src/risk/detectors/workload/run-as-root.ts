import type { Detector } from "../../model.ts";
import { effective, inContainers } from "../shared/pods.ts";
import { fieldsOf } from "../shared/values.ts";

export const runAsRoot: Detector = {
  tag: "k8s.run-as-root",
  level: "medium",
  summary: "a container that runs as root; low where nothing says that it does not",
  advice: "Set runAsNonRoot: true in the pod's securityContext, and a user where the image has none.",
  detect: inContainers((container) => {
    const { pod, name, field } = container;
    // With a user namespace root is nobody on the node; Windows has no such user.
    if (pod.spec.hostUsers === false || fieldsOf(pod.spec.os).name === "windows") return undefined;
    if (effective(container, "runAsNonRoot") === true) return undefined;
    const user = effective(container, "runAsUser");
    if (user === 0) {
      const because = `container ${name} runs as root`;
      const own = container.context.runAsUser === 0;
      return { field: own ? field("securityContext.runAsUser") : pod.field("securityContext.runAsUser"), because };
    }
    if (user !== undefined || pod.partial) return undefined;
    const because = `container ${name} runs as whatever user its image names, which may be root`;
    return { field: field("securityContext.runAsNonRoot"), because, level: "low" };
  }),
};
