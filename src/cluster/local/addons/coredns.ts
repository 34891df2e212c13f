import type { KubeObject } from "../../../kubernetes/index.ts";
import type { Facts, Profile } from "./objects.ts";
import { account, aliveWhen, confined, namespace, placement, readyWhen } from "./parts.ts";

const selector = { "k8s-app": "kube-dns" };

const images = {
  plain: "registry.k8s.io/coredns/coredns:v1.15.0",
  k3s: "rancher/mirrored-coredns-coredns:1.15.0",
} as const;

/** Cluster DNS, under the names that kubeadm and k3s give it. */
export function coreDns(profile: Profile, facts: Facts): KubeObject[] {
  return [
    ...account("coredns", "system:coredns", { "kubernetes.io/bootstrapping": "rbac-defaults" }, [
      { resources: ["endpoints", "services", "pods", "namespaces"], verbs: ["list", "watch"] },
      { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
    ]),
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "coredns", namespace },
      data: {
        Corefile: corefile(profile),
        "outside.zone": outsideZone,
        ...(profile === "k3s" ? { NodeHosts: nodeHosts(facts.nodes) } : {}),
      },
    },
    service(facts.dnsAddress),
    deployment(profile),
  ];
}

/**
 * A cluster has no way out, so there is nobody to forward to. The zone `outside` answers instead, that a name does not
 * exist: at once, where a forwarder would time out.
 */
function corefile(profile: Profile): string {
  const k3s = profile === "k3s";
  const lines = [
    ".:53 {",
    "    errors",
    k3s ? "    health" : "    health {\n        lameduck 5s\n    }",
    "    ready",
    "    kubernetes cluster.local in-addr.arpa ip6.arpa {",
    "        pods insecure",
    "        fallthrough in-addr.arpa ip6.arpa",
    ...(k3s ? [] : ["        ttl 30"]),
    "    }",
    ...(k3s
      ? ["    hosts /etc/coredns/NodeHosts {", "        ttl 60", "        reload 15s", "        fallthrough", "    }"]
      : []),
    "    prometheus :9153",
    "    file /etc/coredns/outside.zone .",
    "    cache 30",
    "    reload",
    "    loadbalance",
    ...(k3s ? ["    import /etc/coredns/custom/*.override"] : []),
    "}",
    ...(k3s ? ["import /etc/coredns/custom/*.server"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

const outsideZone = `; This cluster has no network outside of it: every name that is not its own is unknown.
. 30 IN SOA ns.dns.cluster.local. hostmaster.cluster.local. 1 7200 1800 86400 30
. 30 IN NS ns.dns.cluster.local.
`;

function nodeHosts(nodes: Facts["nodes"]): string {
  return nodes.map((node) => `${node.address} ${node.name}\n`).join("");
}

function service(address: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "kube-dns",
      namespace,
      labels: { ...selector, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "CoreDNS" },
      annotations: { "prometheus.io/port": "9153", "prometheus.io/scrape": "true" },
    },
    spec: {
      selector,
      clusterIP: address,
      clusterIPs: [address],
      ports: [
        { name: "dns", port: 53, protocol: "UDP", targetPort: 53 },
        { name: "dns-tcp", port: 53, protocol: "TCP", targetPort: 53 },
        { name: "metrics", port: 9153, protocol: "TCP", targetPort: 9153 },
      ],
    },
  };
}

function deployment(profile: Profile): KubeObject {
  const k3s = profile === "k3s";
  const files = ["Corefile", "outside.zone", ...(k3s ? ["NodeHosts"] : [])];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "coredns",
      namespace,
      labels: { ...selector, ...(k3s ? { "kubernetes.io/name": "CoreDNS" } : {}) },
    },
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
      template: {
        metadata: { labels: selector },
        spec: {
          ...placement,
          serviceAccountName: "coredns",
          dnsPolicy: "Default",
          containers: [
            {
              name: "coredns",
              image: images[profile],
              imagePullPolicy: "IfNotPresent",
              args: ["-conf", "/etc/coredns/Corefile"],
              resources: { limits: { memory: "170Mi" }, requests: { cpu: "100m", memory: "70Mi" } },
              ports: [
                { name: "dns", containerPort: 53, protocol: "UDP" },
                { name: "dns-tcp", containerPort: 53, protocol: "TCP" },
                { name: "metrics", containerPort: 9153, protocol: "TCP" },
              ],
              volumeMounts: [
                { name: "config-volume", mountPath: "/etc/coredns", readOnly: true },
                ...(k3s ? [{ name: "custom-config-volume", mountPath: "/etc/coredns/custom", readOnly: true }] : []),
              ],
              securityContext: confined("NET_BIND_SERVICE"),
              readinessProbe: readyWhen("/ready", 8181),
              livenessProbe: aliveWhen("/health", 8080),
            },
          ],
          volumes: [
            {
              name: "config-volume",
              configMap: { name: "coredns", items: files.map((key) => ({ key, path: key })) },
            },
            ...(k3s ? [{ name: "custom-config-volume", configMap: { name: "coredns-custom", optional: true } }] : []),
          ],
        },
      },
    },
  };
}
