import type { Journey, Place } from "../applications/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { type ExecPlace, execInPod } from "../kubernetes/index.ts";
import { messageOf } from "../problem/index.ts";
import { runJob } from "./job.ts";
import { CheckProblem } from "./problem.ts";

/** What came of a call: an HTTP answer (of a job: its exit code), or why there was none, though there was a connection. */
export type Travelled =
  | { readonly status: number; readonly body: string }
  | { readonly status: undefined; readonly reason: string; readonly connected?: boolean };

/** curl's own ways to say that nobody answered, not in HTTP, or not with a good certificate, as opposed to not having been able to ask. */
const unanswered = new Set([1, 5, 6, 7, 28, 35, 52, 56, 60]);
const seconds = 3;
/** A lost packet is sent again after one second: who does not answer within two is not there. */
const connecting = 2;

/** Makes the call from a pod, over the network that a real caller would use. */
export async function travel(cluster: Cluster, journey: Journey, signal?: AbortSignal): Promise<Travelled> {
  if (journey.job !== undefined) return await runJob(cluster, journey.from.namespace, journey.job, signal);
  const pod = await podAt(cluster, journey.from, signal);
  const words = [
    ...["curl", "-sS", "-m", String(seconds), "--connect-timeout", String(connecting), "-X", journey.method],
    ...["-w", "\n%{http_code} %{time_connect}"],
    ...(journey.body === undefined ? [] : ["--data-binary", journey.body]),
    ...(journey.at === undefined ? [] : ["--connect-to", `::${journey.at}`]),
    ...(journey.trust === undefined ? [] : ["--cacert", journey.trust]),
    journey.url,
  ];
  const cannot = (why: string) => {
    return new CheckProblem("CANNOT_CHECK", `${journey.name}: cannot call from ${show(journey.from)}: ${why}`);
  };
  const { code, stdout, stderr } = await execInPod(cluster.client, pod, words, signal).catch((thrown) => {
    signal?.throwIfAborted();
    throw cannot(messageOf(thrown));
  });
  const end = stdout.lastIndexOf("\n");
  const [status, connect] = stdout
    .slice(end + 1)
    .split(" ")
    .map(Number);
  if (code === 0) return { status: status ?? 0, body: stdout.slice(0, end) };
  const [, how, reason = "no answer"] = /curl: \((\d+)\) (.*)/.exec(stderr) ?? [];
  if (unanswered.has(Number(how))) return { status: undefined, reason, connected: (connect ?? 0) > 0 };
  throw cannot(stderr.trim());
}

/** Whether it went as it should, and how it went. */
export function judge(journey: Journey, travelled: Travelled): { ok: boolean; expected: string; found: string } {
  const found =
    travelled.status === undefined ? travelled.reason : `${travelled.status} ${travelled.body.slice(0, 200).trim()}`;
  if (journey.expect === "blocked") {
    // Who does not speak HTTP gives no answer, and can be reached all the same.
    const ok = travelled.status === undefined && travelled.connected !== true;
    return {
      ok,
      expected: "no connection",
      found: travelled.status === undefined && !ok ? `${found} (connected)` : found,
    };
  }
  const { status } = journey.expect;
  const contains = [journey.expect.contains ?? []].flat();
  return {
    ok: travelled.status === status && contains.every((text) => travelled.body.includes(text)),
    expected: [`${status}`, ...contains.map((text) => `"${text}"`)].join(" with "),
    found,
  };
}

async function podAt(cluster: Cluster, place: Place, signal?: AbortSignal): Promise<ExecPlace> {
  const selector = Object.entries(place.labels).map(([key, value]) => `${key}=${value}`);
  const path = `/api/v1/namespaces/${place.namespace}/pods?labelSelector=${encodeURIComponent(selector.join(","))}`;
  const { items } = await cluster.client.list(path, signal);
  const running = items.find(({ metadata, status }) => !metadata.deletionTimestamp && status?.phase === "Running");
  if (running) {
    return { namespace: place.namespace, pod: running.metadata.name, container: running.spec.containers[0].name };
  }
  throw new CheckProblem(
    "CANNOT_CHECK",
    `expected a running pod at ${show(place)}, found ${items.length} that are not`,
  );
}

function show({ namespace, labels }: Place): string {
  return `${namespace} (${Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ")})`;
}
