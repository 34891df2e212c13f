import type { Detector } from "../../model.ts";
import { effective, inContainers } from "../shared/pods.ts";
import { fieldsOf } from "../shared/values.ts";

export const privilegedContainer: Detector = {
  tag: "k8s.privileged-container",
  level: "critical",
  summary: "a container with all rights on its node",
  advice: "Name the one capability or device that is needed and give only that; a privileged container owns its node.",
  detect: inContainers((container) => {
    if (container.context.privileged === true) {
      const because = `container ${container.name} is privileged: it can do on the node whatever root can`;
      return { field: container.field("securityContext.privileged"), because };
    }
    // The same on Windows, where the pod may say it for all containers.
    if (fieldsOf(effective(container, "windowsOptions")).hostProcess !== true) return undefined;
    const because = `container ${container.name} runs as a process of the Windows host`;
    return { field: container.field("securityContext.windowsOptions.hostProcess"), because };
  }),
};
