import type { Detector } from "../../model.ts";
import { inContainers } from "../shared/pods.ts";
import { fieldsOf } from "../shared/values.ts";

export const privilegeEscalation: Detector = {
  tag: "k8s.privilege-escalation",
  level: "medium",
  summary: "a container whose processes may gain rights (setuid); low where nothing forbids it",
  advice: "Set allowPrivilegeEscalation: false; hardly any program needs more rights than it started with.",
  detect: inContainers(({ context, pod, name, field }) => {
    const said = context.allowPrivilegeEscalation;
    if (said === false || fieldsOf(pod.spec.os).name === "windows") return undefined;
    // Privileged and SYS_ADMIN containers always may; their own tags say so already.
    if (context.privileged === true) return undefined;
    if (said === true) {
      const because = `processes of container ${name} may gain rights they did not start with`;
      return { field: field("securityContext.allowPrivilegeEscalation"), because };
    }
    if (pod.partial) return undefined;
    const because = `nothing keeps processes of container ${name} from gaining rights`;
    return { field: field("securityContext.allowPrivilegeEscalation"), because, level: "low" };
  }),
};
