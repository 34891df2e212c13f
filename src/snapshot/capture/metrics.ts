import { ApiProblem, type Client, type KubeObject } from "../../kubernetes/index.ts";
import { patient } from "../../process/index.ts";
import type { Gaps } from "./gaps.ts";
import type { Moment, Sample } from "./model.ts";

const metricsApi = "/apis/metrics.k8s.io/v1beta1";

/** Of the kubelet's own many, those that somebody who looks for a cause would want. */
const wanted = new Set([
  "container_cpu_usage_seconds_total",
  "container_memory_working_set_bytes",
  "container_start_time_seconds",
  "node_cpu_usage_seconds_total",
  "node_memory_working_set_bytes",
]);

interface Seen {
  readonly nodes: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
  /** Where pods may be listed, and so their metrics, if they may. */
  readonly podPaths: readonly string[];
}

/** Looks once at what kubelets, the metrics API and the applications say of themselves. */
export async function scrape(
  client: Client,
  seen: Seen,
  isWanted: (namespace: string | undefined) => boolean,
  gaps: Gaps,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const time = Date.now();
  const asked = async <T>(what: string, path: string, read: (answer: T) => readonly Sample[]) => {
    try {
      // A pod that cannot be reached would keep everybody waiting.
      return read(await client.get<T>(path, AbortSignal.any([signal, AbortSignal.timeout(patient(10_000))])));
    } catch (thrown) {
      signal.throwIfAborted();
      const denied = thrown instanceof ApiProblem && thrown.code === "DENIED";
      gaps.add(denied ? `${what}: no right to read them` : what);
      return [];
    }
  };
  const lists = await Promise.all([
    ...seen.nodes.flatMap(({ metadata: { name } }) => [
      asked<string>(`metrics of kubelet ${name}`, `/api/v1/nodes/${name}/proxy/metrics/resource`, (text) =>
        promText(text, time, {})
          .filter(({ name: metric }) => wanted.has(metric))
          .map((sample) => (sample.name.startsWith("node_") ? { ...sample, labels: { node: name } } : sample)),
      ),
      asked<Summary>(`statistics of kubelet ${name}`, `/api/v1/nodes/${name}/proxy/stats/summary`, (summary) =>
        ofSummary(summary, time),
      ),
    ]),
    ...seen.podPaths.map((path) =>
      asked<{ items: PodMetrics[] }>("metrics API", path.replace("/api/v1", metricsApi), ({ items }) =>
        items.flatMap((item) => ofMetricsApi(item, time)),
      ),
    ),
    ...seen.pods.filter(isScraped).map((pod) => {
      const { namespace = "", name, annotations = {}, labels = {} } = pod.metadata;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}:${annotations["prometheus.io/port"]}/proxy/metrics`;
      const own = { pod: name, namespace, ...(labels.app === undefined ? {} : { service: labels.app }) };
      return asked<string>(`metrics of ${namespace}/${name}`, path, (text) => promText(text, time, own));
    }),
  ]);
  return lists.flat().filter(({ labels }) => labels.namespace === undefined || isWanted(labels.namespace));
}

function isScraped({ metadata: { annotations = {} }, status }: KubeObject): boolean {
  return annotations["prometheus.io/scrape"] === "true" && status?.phase === "Running";
}

/** The text that Prometheus reads. */
export function promText(text: string, time: Moment, more: Readonly<Record<string, string>>): Sample[] {
  const types = new Map<string, Sample["type"]>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const [, typed, type] = /^# TYPE (\S+) (\S+)/.exec(line) ?? [];
    if (typed !== undefined) types.set(typed, type === "counter" ? "counter" : "gauge");
    const [, name, labels = "", value] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    const number = Number(value);
    if (name === undefined || value === undefined || !Number.isFinite(number)) continue;
    const told = Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", each = ""]) => [
        key,
        each.replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign)),
      ]),
    );
    samples.push({ time, name, value: number, type: types.get(name) ?? "gauge", labels: { ...told, ...more } });
  }
  return samples;
}

interface Summary {
  readonly node?: { readonly nodeName?: string; readonly fs?: { readonly availableBytes?: number } };
  readonly pods?: readonly {
    readonly podRef: { readonly name: string; readonly namespace: string };
    readonly network?: { readonly rxBytes?: number; readonly txBytes?: number };
    readonly "ephemeral-storage"?: { readonly usedBytes?: number };
  }[];
}

function ofSummary({ node, pods = [] }: Summary, time: Moment): Sample[] {
  const sample = (name: string, value: number | undefined, type: Sample["type"], labels: Sample["labels"]) =>
    value === undefined ? [] : [{ time, name, value, type, labels }];
  return [
    ...sample("node_fs_available_bytes", node?.fs?.availableBytes, "gauge", { node: node?.nodeName ?? "" }),
    ...pods.flatMap(({ podRef: { name: pod, namespace }, network, ...rest }) => [
      ...sample("pod_network_receive_bytes_total", network?.rxBytes, "counter", { pod, namespace }),
      ...sample("pod_network_transmit_bytes_total", network?.txBytes, "counter", { pod, namespace }),
      ...sample("pod_ephemeral_storage_used_bytes", rest["ephemeral-storage"]?.usedBytes, "gauge", { pod, namespace }),
    ]),
  ];
}

interface PodMetrics {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly containers: readonly { readonly name: string; readonly usage: { readonly cpu: string } }[];
}

/** The one figure that an autoscaler decides by; memory is the kubelet's, which is there already. */
function ofMetricsApi({ metadata, containers }: PodMetrics, time: Moment): Sample[] {
  return containers.map(({ name: container, usage }) => ({
    time,
    name: "metrics_api_cpu_cores",
    value: cores(usage.cpu),
    type: "gauge" as const,
    labels: { pod: metadata.name, namespace: metadata.namespace, container },
  }));
}

function cores(quantity: string): number {
  const units: Readonly<Record<string, number>> = { n: 1e-9, u: 1e-6, m: 1e-3 };
  return Number.parseFloat(quantity) * (units[quantity.at(-1) ?? ""] ?? 1);
}
