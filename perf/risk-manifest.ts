// How long it takes to say what a large manifest risks: `node perf/risk-manifest.ts [OBJECTS] [RUNS]`.
//
// The manifest is what a platform team applies at once: Deployments, StatefulSets, CronJobs, Services, ConfigMaps, RBAC,
// policies, Ingresses. The baseline is the same text through js-yaml alone, in the same run, without looking at anything.
// "Cold" is the first assessment of a process, with all code still to be loaded, as for `airworthy exec`.
import { loadAll } from "js-yaml";
import { stringify } from "yaml";
import { assess, type Materials } from "../src/risk/index.ts";
import { line, middle, runsFrom } from "./measure.ts";

type Fields = Record<string, unknown>;

const labels = (name: string) => ({
  "app.kubernetes.io/name": name,
  "app.kubernetes.io/part-of": "shop",
  "app.kubernetes.io/managed-by": "platform",
});

const container = (name: string, index: number) => ({
  name,
  image: `registry.example/shop/${name}:1.${index}.0`,
  ports: [{ name: "http", containerPort: 8080 }],
  env: [
    { name: "LOG_LEVEL", value: "info" },
    { name: "REGION", value: "eu-central-1" },
    { name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "database", key: "password" } } },
  ],
  resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
  readinessProbe: { httpGet: { path: "/healthz", port: "http" }, periodSeconds: 5, failureThreshold: 3 },
  livenessProbe: { httpGet: { path: "/livez", port: "http" }, periodSeconds: 10 },
  securityContext: { allowPrivilegeEscalation: index % 10 === 0, capabilities: { drop: ["ALL"] } },
  volumeMounts: [{ name: "config", mountPath: "/etc/shop", readOnly: true }],
});

const podSpec = (name: string, index: number) => ({
  serviceAccountName: name,
  securityContext: { runAsNonRoot: index % 7 !== 0, seccompProfile: { type: "RuntimeDefault" } },
  initContainers: [{ ...container("migrate", index), ports: undefined, readinessProbe: undefined }],
  containers: [container(name, index), container("proxy", index)],
  volumes: [{ name: "config", configMap: { name: `${name}-config` } }],
});

const makers: readonly ((name: string, index: number) => Fields)[] = [
  (name, index) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: podSpec(name, index) },
    },
  }),
  (name) => ({
    apiVersion: "v1",
    kind: "Service",
    spec: { selector: { app: name }, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  }),
  (name) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    data: {
      "application.yaml": `server:\n  port: 8080\nfeatures:\n  checkout: true\n  search: ${name}\n`.repeat(5),
      LOG_FORMAT: "json",
    },
  }),
  (name, index) => ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    spec: {
      serviceName: name,
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: podSpec(name, index) },
      volumeClaimTemplates: [{ metadata: { name: "data" }, spec: { resources: { requests: { storage: "10Gi" } } } }],
    },
  }),
  (name) => ({ apiVersion: "v1", kind: "ServiceAccount", automountServiceAccountToken: false, metadata: { name } }),
  (name) => ({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    rules: [{ apiGroups: [""], resources: ["configmaps", name], verbs: ["get", "list", "watch"] }],
  }),
  (name, index) => ({
    apiVersion: "batch/v1",
    kind: "CronJob",
    spec: {
      schedule: "0 3 * * *",
      jobTemplate: { spec: { template: { spec: { ...podSpec(name, index), restartPolicy: "OnFailure" } } } },
    },
  }),
  (name) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    spec: { tls: [{ hosts: [`${name}.example`] }], rules: [{ host: `${name}.example`, http: { paths: [] } }] },
  }),
  (name) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    spec: { podSelector: { matchLabels: { app: name } }, ingress: [{ from: [{ podSelector: {} }] }] },
  }),
  (name) => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    spec: { minAvailable: 1, selector: { matchLabels: { app: name } } },
  }),
];

function manifestOf(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const name = `service-${Math.floor(index / makers.length)}`;
    const made = makers[index % makers.length]?.(name, index) ?? {};
    return stringify({ ...made, metadata: { name, namespace: "shop", labels: labels(name) } });
  }).join("---\n");
}

const materialsOf = (text: string): Materials => ({
  version: 1,
  command: ["kubectl", "apply", "-f", "-"],
  directory: "/project",
  stdin: { name: "<stdin>", base64: Buffer.from(text).toString("base64") },
  documents: [],
  findings: [],
  answers: [],
});

/** Of the processor, not of the clock: on a busy machine the clock measures the neighbours. */
async function milliseconds(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const count = runsFrom(process.argv.slice(2), 1_000);
const runs = runsFrom(process.argv.slice(3), 15);
const text = manifestOf(count);

const cold = await milliseconds(() => assess(materialsOf(text)));
const assessments: number[] = [];
const parsings: number[] = [];
// In turns: whatever else the machine does then falls on both.
for (let run = 0; run < runs; run += 1) {
  parsings.push(await milliseconds(() => loadAll(text)));
  assessments.push(await milliseconds(() => assess(materialsOf(text))));
}
const { tags, targetCount, level } = await assess(materialsOf(text));
const yaml = { name: "YAML alone", value: middle(parsings) };
console.log(
  `${targetCount} objects, ${Math.round(text.length / 1024)} KiB: ${level}, ${tags.length} tags; target 150 ms`,
);
console.log(line("js-yaml alone", yaml.value, "ms"));
console.log(line("assess", middle(assessments), "ms", yaml));
console.log(line("assess, fastest run", Math.min(...assessments), "ms", { ...yaml, value: Math.min(...parsings) }));
console.log(line("assess, cold", cold, "ms", yaml));
