import type { Rule } from "../audit/index.ts";
import type { Exception } from "../checks/index.ts";

/** What nobody does to a system that others use, unless told to. Attempts count. */
export const harmful: readonly Rule[] = [
  ...[
    "namespaces",
    "deployments",
    "statefulsets",
    "daemonsets",
    "services",
    "persistentvolumeclaims",
    "persistentvolumes",
    "secrets",
    "networkpolicies",
    "poddisruptionbudgets",
    "resourcequotas",
  ].map((resource) => anywhere(["delete", "deletecollection"], resource)),
  ...[
    "roles",
    "rolebindings",
    "clusterroles",
    "clusterrolebindings",
    "nodes",
    "customresourcedefinitions",
    "mutatingwebhookconfigurations",
    "validatingwebhookconfigurations",
  ].map((resource) => anywhere(["*"], resource)),
  anywhere(["impersonate"], "*"),
  { ...anywhere(["*"], "deployments*"), fields: ["spec.replicas"], to: { value: 0 } },
  { ...anywhere(["*"], "statefulsets*"), fields: ["spec.replicas"], to: { value: 0 } },
];

function anywhere(verbs: readonly string[], resource: string): Rule {
  return { verbs, group: "*", resource, namespace: "*", name: "*" };
}

const kinds: Readonly<Record<string, string>> = {
  clusterrolebindings: "ClusterRoleBinding",
  clusterroles: "ClusterRole",
  configmaps: "ConfigMap",
  cronjobs: "CronJob",
  customresourcedefinitions: "CustomResourceDefinition",
  daemonsets: "DaemonSet",
  deployments: "Deployment",
  horizontalpodautoscalers: "HorizontalPodAutoscaler",
  ingresses: "Ingress",
  ingressclasses: "IngressClass",
  jobs: "Job",
  limitranges: "LimitRange",
  mutatingwebhookconfigurations: "MutatingWebhookConfiguration",
  namespaces: "Namespace",
  networkpolicies: "NetworkPolicy",
  nodes: "Node",
  persistentvolumeclaims: "PersistentVolumeClaim",
  persistentvolumes: "PersistentVolume",
  poddisruptionbudgets: "PodDisruptionBudget",
  pods: "Pod",
  priorityclasses: "PriorityClass",
  resourcequotas: "ResourceQuota",
  rolebindings: "RoleBinding",
  roles: "Role",
  secrets: "Secret",
  serviceaccounts: "ServiceAccount",
  services: "Service",
  statefulsets: "StatefulSet",
  storageclasses: "StorageClass",
  validatingwebhookconfigurations: "ValidatingWebhookConfiguration",
};

/** What may be changed may also be different at the end. */
export function exceptionOf({ group, resource, namespace, name, fields }: Rule): Exception {
  const [base = "", subresource] = resource.split("/");
  const kind = `${group ? `${group}/` : ""}${kinds[base] ?? base}`;
  const object = namespace === "*" ? `${kind} *` : `${kind} ${namespace ? `${namespace}/` : ""}${name}`;
  if (fields !== undefined) return { object, fields };
  return subresource === "scale" ? { object, fields: ["spec.replicas"] } : { object };
}
