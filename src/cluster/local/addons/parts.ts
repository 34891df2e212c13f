import type { KubeObject } from "../../../kubernetes/index.ts";

export const namespace = "kube-system";

export type Labels = Readonly<Record<string, string>>;

export interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

export const read = ["get", "list", "watch"] as const;

/** A ServiceAccount in kube-system together with a ClusterRole that only it has. */
export function account(name: string, role: string, labels: Labels, rules: readonly Rule[]): KubeObject[] {
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace, labels } },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: role, labels },
      rules: rules.map((rule) => (rule.nonResourceURLs ? rule : { apiGroups: [""], ...rule })),
    },
    bindCluster(role, role, name, labels),
  ];
}

export function bindCluster(name: string, role: string, accountName: string, labels: Labels): KubeObject {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name, labels },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "ServiceAccount", name: accountName, namespace }],
  };
}

/** How a pod of the cluster's own is placed: anywhere it really runs, and before everybody else. */
export const placement = {
  priorityClassName: "system-cluster-critical",
  nodeSelector: { "kubernetes.io/os": "linux" },
  tolerations: [
    { key: "CriticalAddonsOnly", operator: "Exists" },
    { key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" },
  ],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        // A simulated node would only pretend to run it.
        nodeSelectorTerms: [{ matchExpressions: [{ key: "type", operator: "NotIn", values: ["kwok"] }] }],
      },
    },
  },
} as const;

/** No privilege at all, but for those named. */
export function confined(...capabilities: string[]): object {
  return {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"], ...(capabilities.length > 0 ? { add: capabilities } : {}) },
  };
}

/** Asked every second from the start: whoever waits for a cluster waits for this. */
export function readyWhen(path: string, port: number | string, scheme: "HTTP" | "HTTPS" = "HTTP"): object {
  return { httpGet: { path, port, scheme }, periodSeconds: 1, timeoutSeconds: 1, failureThreshold: 3 };
}

/** Slow to judge: an overloaded machine is no reason to restart what would then load it more. */
export function aliveWhen(path: string, port: number | string, scheme: "HTTP" | "HTTPS" = "HTTP"): object {
  return {
    httpGet: { path, port, scheme },
    initialDelaySeconds: 60,
    periodSeconds: 10,
    timeoutSeconds: 5,
    failureThreshold: 5,
  };
}
