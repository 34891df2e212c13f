import { detects } from "../testing/cases.ts";
import { apply, object } from "../testing/inputs.ts";
import { secretAccess } from "./secret-access.ts";

const role = (kind: string, verbs: string[], resources: string[], more: object = {}) =>
  apply(object(kind, { rules: [{ apiGroups: [""], verbs, resources, ...more }] }, "rbac.authorization.k8s.io/v1"));

detects(secretAccess, {
  finds: {
    "all Secrets of the cluster": [role("ClusterRole", ["list"], ["pods", "secrets"]), { level: "high" }],
    "all Secrets of a namespace": [role("Role", ["get", "watch"], ["secrets"]), { level: "medium" }],
  },
  ignores: {
    "one Secret by name": role("Role", ["get"], ["secrets"], { resourceNames: ["tls"] }),
    "making Secrets": role("Role", ["create"], ["secrets"]),
    ConfigMaps: role("ClusterRole", ["get"], ["configmaps"]),
  },
});
