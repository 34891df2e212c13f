import type { KubeObject } from "../../../kubernetes/index.ts";
import type { Profile } from "./objects.ts";
import { account, aliveWhen, confined, namespace, placement, read, readyWhen } from "./parts.ts";
import { traefikResources } from "./traefik-resources.ts";

const name = "traefik";
const selector = { "app.kubernetes.io/name": name, "app.kubernetes.io/instance": "traefik-kube-system" };

const images = { plain: "traefik:v3.7.13", k3s: "rancher/mirrored-library-traefik:3.7.13" } as const;

/** Entry points: where traefik listens, and the port of its Service. */
const web = { name: "web", listens: 8000, port: 80 };
const secureWeb = { name: "websecure", listens: 8443, port: 443 };
const admin = { name: "traefik", listens: 8080 };
const metrics = { name: "metrics", listens: 9100 };

/** The ingress controller, under the names that k3s gives it. */
export function traefik(profile: Profile): KubeObject[] {
  return [
    ...traefikResources(),
    ...account(name, "traefik-kube-system", selector, [
      { resources: ["services", "secrets", "configmaps", "nodes", "namespaces", "endpoints"], verbs: read },
      { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: read },
      { apiGroups: ["networking.k8s.io"], resources: ["ingresses", "ingressclasses"], verbs: read },
      { apiGroups: ["networking.k8s.io"], resources: ["ingresses/status"], verbs: ["update"] },
      { apiGroups: ["traefik.io"], resources: ["*"], verbs: read },
    ]),
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: {
        name,
        labels: selector,
        ...(profile === "k3s" ? { annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } } : {}),
      },
      spec: { controller: "traefik.io/ingress-controller" },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name, namespace, labels: selector },
      spec: {
        type: "LoadBalancer",
        selector,
        ports: [web, secureWeb].map((entry) => ({
          name: entry.name,
          port: entry.port,
          protocol: "TCP",
          targetPort: entry.name,
        })),
      },
    },
    deployment(profile),
  ];
}

function deployment(profile: Profile): KubeObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels: selector },
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: selector },
        spec: {
          ...placement,
          serviceAccountName: name,
          securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 },
          containers: [
            {
              name,
              image: images[profile],
              imagePullPolicy: "IfNotPresent",
              args: [
                "--global.checknewversion=false",
                "--global.sendanonymoususage=false",
                ...[web, secureWeb, admin, metrics].map(
                  (entry) => `--entrypoints.${entry.name}.address=:${entry.listens}/tcp`,
                ),
                `--entrypoints.${secureWeb.name}.http.tls=true`,
                "--api.dashboard=false", // Its pages are not part of the Go module that this traefik is built from.
                "--ping=true",
                "--metrics.prometheus=true",
                `--metrics.prometheus.entrypoint=${metrics.name}`,
                "--providers.kubernetescrd=true",
                "--providers.kubernetescrd.allowemptyservices=true",
                "--providers.kubernetescrd.safenaming=true",
                "--providers.kubernetesingress=true",
                "--providers.kubernetesingress.allowemptyservices=true",
                `--providers.kubernetesingress.ingressendpoint.publishedservice=${namespace}/${name}`,
                "--log.level=INFO",
                "--log.nocolor=true",
              ],
              ports: [web, secureWeb, admin, metrics].map((entry) => ({
                name: entry.name,
                containerPort: entry.listens,
                protocol: "TCP",
              })),
              securityContext: confined(),
              volumeMounts: [
                { name: "data", mountPath: "/data" },
                { name: "tmp", mountPath: "/tmp" },
              ],
              readinessProbe: readyWhen("/ping", admin.listens),
              livenessProbe: aliveWhen("/ping", admin.listens),
            },
          ],
          volumes: [
            { name: "data", emptyDir: {} },
            { name: "tmp", emptyDir: {} },
          ],
        },
      },
    },
  };
}
