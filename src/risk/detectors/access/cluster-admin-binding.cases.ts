import { detects } from "../testing/cases.ts";
import { apply, object, remove, run } from "../testing/inputs.ts";
import { clusterAdminBinding } from "./cluster-admin-binding.ts";

const binding = (kind: string, name: string, refKind = "ClusterRole") =>
  object(
    kind,
    { roleRef: { kind: refKind, name }, subjects: [{ kind: "ServiceAccount", name: "ci" }] },
    "rbac.authorization.k8s.io/v1",
  );

detects(clusterAdminBinding, {
  finds: {
    "the binding of the whole cluster": [apply(binding("ClusterRoleBinding", "cluster-admin")), { level: "critical" }],
    "the binding in one namespace": [apply(binding("RoleBinding", "cluster-admin")), { level: "high" }],
    "a binding by command": run("kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=me"),
    "OpenShift's way": run("oc adm policy add-cluster-role-to-user cluster-admin me"),
  },
  ignores: {
    "another role": apply(binding("ClusterRoleBinding", "view")),
    "a Role of that name, which is somebody's own": apply(binding("RoleBinding", "cluster-admin", "Role")),
    "one that is taken away": remove(binding("ClusterRoleBinding", "cluster-admin")),
  },
});
