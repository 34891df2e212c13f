import { detects } from "../testing/cases.ts";
import { apply, object } from "../testing/inputs.ts";
import { rbacEscalation } from "./rbac-escalation.ts";

const role = (verbs: string[], resources: string[], more: object = {}) =>
  apply(
    object("ClusterRole", { rules: [{ apiGroups: [""], verbs, resources, ...more }] }, "rbac.authorization.k8s.io/v1"),
  );

detects(rbacEscalation, {
  finds: {
    escalate: role(["escalate"], ["clusterroles"]),
    bind: role(["get", "bind"], ["roles"]),
    impersonate: role(["impersonate"], ["users", "groups"]),
    "tokens of service accounts": role(["create"], ["serviceaccounts/token"]),
    "the kubelet's API": role(["get"], ["nodes/proxy"]),
    "approval of signing requests": role(["update"], ["certificatesigningrequests/approval"]),
  },
  ignores: {
    "the same for one named object": role(["bind"], ["clusterroles"], { resourceNames: ["view"] }),
    "reading roles": role(["get", "list"], ["clusterroles"]),
    "creating service accounts": role(["create"], ["serviceaccounts"]),
  },
});
