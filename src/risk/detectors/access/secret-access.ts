import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { partsOf, textsOf } from "../shared/values.ts";

export const secretAccess: Detector = {
  tag: "k8s.secret-access",
  level: "medium",
  summary: "a role that reads all Secrets of a namespace or, high, of the cluster",
  advice: "Name the Secrets that are needed (resourceNames, verb get): list and watch show their contents too.",
  detect: inObjects(["Role", "ClusterRole"], ({ kind, value, label }) =>
    partsOf(value.rules).flatMap((rule, index) => {
      const reads = textsOf(rule.verbs).some((verb) => ["get", "list", "watch"].includes(verb));
      if (!reads || !textsOf(rule.resources).includes("secrets") || textsOf(rule.resourceNames).length > 0) return [];
      const where = kind === "ClusterRole" ? "everywhere it is bound" : "of its namespace";
      const because = `the role reads every Secret ${where}, tokens of other accounts included`;
      return [
        {
          field: `${label}: rules[${index}].resources`,
          because,
          ...(kind === "ClusterRole" && { level: "high" as const }),
        },
      ];
    }),
  ),
};
