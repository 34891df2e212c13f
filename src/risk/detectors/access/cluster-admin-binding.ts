import type { Detector } from "../../model.ts";
import { inCommands, wordsOf } from "../shared/commands.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf, wordOf } from "../shared/values.ts";

const inBindings = inObjects(["ClusterRoleBinding", "RoleBinding"], ({ kind, value, label }) => {
  const role = fieldsOf(value.roleRef);
  if (role.name !== "cluster-admin" || (role.kind !== undefined && role.kind !== "ClusterRole")) return undefined;
  const whom = partsOf(value.subjects).map((subject) => `${wordOf(subject.kind)} ${wordOf(subject.name)}`);
  const because = `${whom.join(", ") || "somebody"} may do everything in the ${kind === "RoleBinding" ? "namespace" : "cluster"}`;
  return { field: `${label}: roleRef.name`, because, ...(kind === "RoleBinding" && { level: "high" as const }) };
});

/** OpenShift's own way to write a binding. */
const byPolicy = inCommands(["oc"], /^adm policy add-(cluster-)?role-to-/, (command) =>
  command.words.includes("cluster-admin")
    ? { field: `${wordsOf(command)} cluster-admin`, because: "it binds cluster-admin" }
    : undefined,
);

export const clusterAdminBinding: Detector = {
  tag: "k8s.cluster-admin-binding",
  level: "critical",
  summary: "cluster-admin given to somebody, in the cluster or in one namespace",
  advice: "Find out which verbs are really missing (kubectl auth can-i) and grant those in one namespace.",
  detect: (operation) => [...inBindings(operation), ...byPolicy(operation)],
};
