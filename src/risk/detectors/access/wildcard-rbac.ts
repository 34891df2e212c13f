import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { partsOf, textsOf } from "../shared/values.ts";

export const wildcardRbac: Detector = {
  tag: "k8s.wildcard-rbac",
  level: "high",
  summary: "a role with * for verbs or resources; critical for every verb on everything in the whole cluster",
  advice: "List the verbs and resources that are used; * also covers what is installed later.",
  detect: inObjects(["Role", "ClusterRole"], ({ kind, value, label }) =>
    partsOf(value.rules).flatMap((rule, index) => {
      const every = ["verbs", "resources"].filter((list) => textsOf(rule[list]).includes("*"));
      // Paths that are no resources, such as /metrics, hold nothing to take over.
      if (every.length === 0 || (textsOf(rule.resources).length === 0 && !every.includes("resources"))) return [];
      const because = `the role allows ${every.map((list) => (list === "verbs" ? "every verb" : "every resource")).join(" on ")}`;
      const all = every.length === 2 && kind === "ClusterRole" && textsOf(rule.apiGroups).includes("*");
      return [{ field: `${label}: rules[${index}].${every[0]}`, because, ...(all && { level: "critical" as const }) }];
    }),
  ),
};
