import { detects } from "../testing/cases.ts";
import { apply, object, plan, run } from "../testing/inputs.ts";
import { wildcardRbac } from "./wildcard-rbac.ts";

const role = (rule: object, kind = "ClusterRole") =>
  apply(object(kind, { rules: [rule] }, "rbac.authorization.k8s.io/v1"));

detects(wildcardRbac, {
  finds: {
    "everything in the whole cluster": [
      role({ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }),
      { level: "critical" },
    ],
    "every verb on something": [
      role({ apiGroups: [""], resources: ["pods"], verbs: ["*"] }),
      { level: "high", field: "rules[0].verbs" },
    ],
    "a look at every resource": [
      role({ apiGroups: ["*"], resources: ["*"], verbs: ["get"] }, "Role"),
      { level: "high" },
    ],
    "a role made by a command": run("kubectl create clusterrole all --verb='*' --resource='*'"),
    "a role of a Terraform plan": plan({
      type: "kubernetes_cluster_role",
      after: { metadata: [{ name: "all" }], rule: [{ api_groups: ["*"], resources: ["*"], verbs: ["*"] }] },
    }),
  },
  ignores: {
    "named verbs on named resources": role({
      apiGroups: ["apps"],
      resources: ["deployments"],
      verbs: ["get", "patch"],
    }),
    "every group of one resource": role({ apiGroups: ["*"], resources: ["pods"], verbs: ["get"] }),
    "every verb on paths that are no resources": role({ nonResourceURLs: ["/metrics"], verbs: ["*"] }),
  },
});
