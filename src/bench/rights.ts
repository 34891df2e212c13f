import type { IdentityRequest, PolicyRule } from "../cluster/index.ts";
import type { Plan } from "../task/index.ts";

/** No `escalate`, `bind` or `impersonate`: nobody gets more than was given. */
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const look = ["get", "list", "watch"];

/** Broad, so that the rights do not point at the answer. */
export function rightsIn({ task, blueprint }: Plan): Pick<IdentityRequest, "namespaces" | "cluster"> {
  if (task.rights === "platform") return { namespaces: { [blueprint.namespaces.home]: [] }, cluster: platform };
  const { home, twin } = blueprint.namespaces;
  return { namespaces: { [home]: application, [twin]: application }, cluster: surroundings };
}

/** Everything that an application is made of, in its own namespaces. */
const application: readonly PolicyRule[] = [
  {
    apiGroups: ["", "apps", "batch", "autoscaling", "networking.k8s.io", "policy", "discovery.k8s.io"],
    resources: ["*"],
    verbs,
  },
  { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles", "rolebindings"], verbs: look },
  { apiGroups: ["metrics.k8s.io"], resources: ["pods"], verbs: look },
];

/** Looking only, elsewhere. */
const surroundings: readonly PolicyRule[] = [
  {
    apiGroups: ["", "apps", "networking.k8s.io", "storage.k8s.io", "scheduling.k8s.io"],
    resources: [
      ...["namespaces", "nodes", "pods", "services", "events", "deployments", "persistentvolumes"],
      ...["storageclasses", "ingressclasses", "priorityclasses"],
    ],
    verbs: look,
  },
  { apiGroups: ["metrics.k8s.io"], resources: ["nodes", "pods"], verbs: look },
];

/** What those have who run the cluster for others: its nodes, storage, access and admission. */
const platform: readonly PolicyRule[] = [
  {
    apiGroups: [""],
    // One by one, because all of them would include tokens for any account, and so any right.
    resources: [
      ...["configmaps", "endpoints", "events", "limitranges", "namespaces", "nodes", "persistentvolumeclaims"],
      ...["persistentvolumeclaims/status", "persistentvolumes", "podtemplates", "pods", "pods/attach"],
      ...["pods/ephemeralcontainers", "pods/eviction", "pods/exec", "pods/log", "pods/portforward", "pods/resize"],
      ...["pods/status", "replicationcontrollers", "resourcequotas", "secrets", "serviceaccounts", "services"],
      ...["namespaces/finalize", "namespaces/status", "nodes/status"],
    ],
    verbs,
  },
  {
    apiGroups: [
      ...["apps", "batch", "autoscaling", "networking.k8s.io", "policy", "storage.k8s.io", "scheduling.k8s.io"],
      ...["admissionregistration.k8s.io", "apiregistration.k8s.io", "apiextensions.k8s.io", "coordination.k8s.io"],
      ...["discovery.k8s.io", "metrics.k8s.io", "node.k8s.io", "events.k8s.io"],
    ],
    resources: ["*"],
    verbs,
  },
  // The API server lets nobody grant what they do not have themselves.
  { apiGroups: ["rbac.authorization.k8s.io"], resources: ["*"], verbs },
];
