import type { Detector } from "../../model.ts";
import { dangerousCapability } from "../shared/capabilities.ts";
import { inContainers } from "../shared/pods.ts";
import { fieldsOf, listOf } from "../shared/values.ts";

export const dangerousCapabilities: Detector = {
  tag: "k8s.dangerous-capability",
  level: "high",
  summary: "a capability beyond the Pod Security baseline; critical for those that are as good as root on the node",
  advice: "Drop ALL and add back only what the program fails without.",
  detect: inContainers(({ context, name, field }) =>
    listOf(fieldsOf(context.capabilities).add).flatMap((written, index) => {
      const capability = dangerousCapability(written);
      if (capability === undefined) return [];
      const because = `container ${name} gets ${capability.name}`;
      return [{ field: field(`securityContext.capabilities.add[${index}]`), because, level: capability.level }];
    }),
  ),
};
