import type { KubeObject } from "../../../kubernetes/index.ts";
import type { Profile } from "./objects.ts";
import { account, aliveWhen, bindCluster, confined, namespace, placement, read, readyWhen } from "./parts.ts";

const name = "metrics-server";
const labels = { "k8s-app": name };

const images = {
  plain: "registry.k8s.io/metrics-server/metrics-server:v0.9.0",
  k3s: "rancher/mirrored-metrics-server:v0.9.0",
} as const;

/** What `kubectl top` and the HorizontalPodAutoscaler ask. */
export function metricsServer(profile: Profile): KubeObject[] {
  return [
    ...account(name, "system:metrics-server", labels, [
      { resources: ["nodes/metrics"], verbs: ["get"] },
      { resources: ["pods", "nodes"], verbs: read },
    ]),
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: {
        name: "system:aggregated-metrics-reader",
        labels: {
          ...labels,
          "rbac.authorization.k8s.io/aggregate-to-admin": "true",
          "rbac.authorization.k8s.io/aggregate-to-edit": "true",
          "rbac.authorization.k8s.io/aggregate-to-view": "true",
        },
      },
      rules: [{ apiGroups: ["metrics.k8s.io"], resources: ["pods", "nodes"], verbs: read }],
    },
    bindCluster("metrics-server:system:auth-delegator", "system:auth-delegator", name, labels),
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "metrics-server-auth-reader", namespace, labels },
      roleRef: {
        apiGroup: "rbac.authorization.k8s.io",
        kind: "Role",
        name: "extension-apiserver-authentication-reader",
      },
      subjects: [{ kind: "ServiceAccount", name, namespace }],
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name, namespace, labels },
      spec: { selector: labels, ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: "https" }] },
    },
    deployment(profile),
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: "v1beta1.metrics.k8s.io", labels },
      spec: {
        group: "metrics.k8s.io",
        version: "v1beta1",
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { name, namespace, port: 443 },
        insecureSkipTLSVerify: true, // Its certificate is made anew by every pod; the way there leads through the cluster only.
      },
    },
  ];
}

function deployment(profile: Profile): KubeObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          ...placement,
          serviceAccountName: name,
          containers: [
            {
              name,
              image: images[profile],
              imagePullPolicy: "IfNotPresent",
              args: [
                "--cert-dir=/tmp",
                "--secure-port=10250",
                "--kubelet-preferred-address-types=InternalIP",
                "--kubelet-use-node-status-port",
                // The kubelets' certificates are of the cluster's own authority, which every pod knows.
                "--kubelet-certificate-authority=/var/run/secrets/kubernetes.io/serviceaccount/ca.crt",
                "--metric-resolution=10s", // The shortest it accepts, and only with a shorter time-out.
                "--kubelet-request-timeout=5s",
                "--node-selector=type!=kwok", // A simulated node has no kubelet to ask.
              ],
              ports: [{ name: "https", containerPort: 10250, protocol: "TCP" }],
              resources: { requests: { cpu: "100m", memory: "70Mi" } },
              securityContext: {
                ...confined(),
                runAsNonRoot: true,
                runAsUser: 1000,
                seccompProfile: { type: "RuntimeDefault" },
              },
              volumeMounts: [{ name: "tmp", mountPath: "/tmp" }],
              readinessProbe: readyWhen("/readyz", "https", "HTTPS"),
              livenessProbe: aliveWhen("/livez", "https", "HTTPS"),
            },
          ],
          volumes: [{ name: "tmp", emptyDir: {} }],
        },
      },
    },
  };
}
