import type { Blueprint, Journey } from "../../applications/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import { type KubeObject, pathOf } from "../../kubernetes/index.ts";
import { until } from "../../process/index.ts";
import { collectorLabel } from "../../snapshot/index.ts";
import { BenchProblem } from "../problem.ts";

const image = "airworthy.local/app";
const place = { namespace: "telemetry", name: "collector" };
const port = 4318;

/** Puts a collector of spans into the cluster. Where it can be reached, by address: DNS may be what breaks. */
export async function deployCollector(cluster: Cluster, signal: AbortSignal): Promise<string> {
  const labels = { app: place.name, [collectorLabel]: "otlp" };
  const { namespace, name } = place;
  const objects: KubeObject[] = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    {
      ...{ apiVersion: "v1", kind: "Service", metadata: { name, namespace } },
      spec: { selector: labels, ports: [{ port, targetPort: port }] },
    },
    {
      ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace } },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            terminationGracePeriodSeconds: 0,
            containers: [
              {
                ...{ name: "main", image, command: ["python3", "/app/collector.py"] },
                readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
                resources: { requests: { cpu: "10m", memory: "24Mi" } },
              },
            ],
          },
        },
      },
    },
  ];
  for (const object of objects) {
    await cluster.client.apply(pathOf(object), object, signal);
  }
  const path = (kind: string, apiVersion: string) => pathOf({ apiVersion, kind, metadata: place });
  const ready = async () =>
    ((await cluster.client.find(path("Deployment", "apps/v1"), signal))?.status?.readyReplicas ?? 0) > 0;
  if (!(await until(ready, { deadlineMs: 90_000, everyMs: 300, signal }))) {
    throw new BenchProblem("NOT_HEALTHY", "the collector of spans: not ready within 90 s");
  }
  const { spec } = await cluster.client.get(path("Service", "v1"), signal);
  return `http://${spec.clusterIP}:${port}`;
}

/** The same application, which tells of its requests, can be scraped, and has users all the time. */
export function instrumented(blueprint: Blueprint, endpoint: string): Blueprint {
  const told = blueprint.objects.map((object) => withUsers(withSpans(object, endpoint), blueprint, endpoint));
  return { ...blueprint, objects: [...told, ...openings(blueprint)] };
}

const workloads = new Set(["Deployment", "StatefulSet"]);

function withSpans(object: KubeObject, endpoint: string): KubeObject {
  if (!workloads.has(object.kind)) return object;
  const { template } = object.spec;
  const [first] = template.spec.containers;
  if (first?.image !== image) return object;
  const env = [...(first.env ?? []), { name: "OTEL_EXPORTER_OTLP_ENDPOINT", value: endpoint }, ownNamespace];
  const scraped = {
    "prometheus.io/scrape": "true",
    "prometheus.io/port": String(first.ports?.[0]?.containerPort ?? 8080),
  };
  return withTemplate(object, {
    metadata: { ...template.metadata, annotations: { ...template.metadata.annotations, ...scraped } },
    spec: { ...template.spec, containers: [{ ...first, env }, ...template.spec.containers.slice(1)] },
  });
}

const ownNamespace = { name: "NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } };

/** Users live where journeys begin: beside the idle container of the same pods, with the same rights to call. */
function withUsers(object: KubeObject, { journeys }: Blueprint, endpoint: string): KubeObject {
  if (object.kind !== "Deployment") return object;
  const { template } = object.spec;
  const mine = journeys.filter(
    (journey) =>
      journey.job === undefined &&
      journey.expect !== "blocked" &&
      journey.from.namespace === object.metadata.namespace &&
      Object.entries(journey.from.labels).every(([key, value]) => template.metadata.labels?.[key] === value),
  );
  if (mine.length === 0) return object;
  const [first] = template.spec.containers;
  const users = {
    ...{ name: "users", image, command: ["python3", "/app/load.py"] },
    env: [
      { name: "SERVICE", value: object.metadata.name },
      { name: "CALLS", value: JSON.stringify(mine.map(callOf)) },
      { name: "OTEL_EXPORTER_OTLP_ENDPOINT", value: endpoint },
      ownNamespace,
    ],
    resources: { requests: { cpu: "10m", memory: "24Mi" } },
    ...(first.volumeMounts ? { volumeMounts: first.volumeMounts } : {}),
  };
  return withTemplate(object, { ...template, spec: { ...template.spec, containers: [first, users] } });
}

function callOf({ name, method, url, at, trust, expect }: Journey) {
  const { status, contains = [] } = expect === "blocked" ? { status: 0 } : expect;
  return { name, method, url, at, trust, status, contains: [contains].flat() };
}

/** Where nothing may leave that is not named, the way to the collector is. */
function openings({ objects }: Blueprint): KubeObject[] {
  const closed = objects.filter(
    ({ kind, spec }) =>
      kind === "NetworkPolicy" &&
      Object.keys(spec.podSelector ?? {}).length === 0 &&
      spec.policyTypes?.includes("Egress") &&
      spec.egress === undefined,
  );
  return closed.map(({ metadata }) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "telemetry", namespace: metadata.namespace ?? "" },
    spec: {
      podSelector: {},
      policyTypes: ["Egress"],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": place.namespace } } }],
          ports: [{ port, protocol: "TCP" }],
        },
      ],
    },
  }));
}

function withTemplate(object: KubeObject, template: object): KubeObject {
  return { ...object, spec: { ...object.spec, template } };
}
