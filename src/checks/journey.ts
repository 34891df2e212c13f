import type { Journey, Place } from "../applications/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { run } from "../process/index.ts";
import { CheckProblem } from "./problem.ts";

/** What came of a call: an HTTP answer, or why there was none. */
export type Travelled =
  | { readonly status: number; readonly body: string }
  | { readonly status: undefined; readonly reason: string };

/** curl's own ways to say that nobody answered, as opposed to not having been able to ask. */
const unanswered = new Set([5, 6, 7, 28, 52, 56]);
const seconds = 3;

/** Makes the call from a pod, over the network that a real caller would use. */
export async function travel(cluster: Cluster, journey: Journey, signal?: AbortSignal): Promise<Travelled> {
  const pod = await podAt(cluster, journey.from, signal);
  const curl = ["curl", "-sS", "-m", String(seconds), "-X", journey.method, "-w", "\n%{http_code}"];
  const body = journey.body === undefined ? [] : ["--data-binary", journey.body];
  const command = cluster.command("kubectl", [
    ...["-n", journey.from.namespace, "exec", pod, "--", ...curl, ...body, journey.url],
  ]);
  const { code, stdout, stderr } = await run(command.file, command.args, {
    env: command.env,
    allowFailure: true,
    ...(signal ? { signal } : {}),
  });
  if (code === 0) {
    const end = stdout.lastIndexOf("\n");
    return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
  }
  const reason = /curl: \((\d+)\) (.*)/.exec(stderr);
  if (reason && unanswered.has(Number(reason[1]))) return { status: undefined, reason: reason[2] ?? "no answer" };
  throw new CheckProblem("CANNOT_CHECK", `${journey.name}: cannot call from ${show(journey.from)}: ${stderr.trim()}`);
}

/** Whether it went as it should, and how it went. */
export function judge(journey: Journey, travelled: Travelled): { ok: boolean; expected: string; found: string } {
  const found =
    travelled.status === undefined ? travelled.reason : `${travelled.status} ${travelled.body.slice(0, 200).trim()}`;
  if (journey.expect === "blocked") return { ok: travelled.status === undefined, expected: "no answer", found };
  const { status, contains } = journey.expect;
  return {
    ok: travelled.status === status && (contains === undefined || travelled.body.includes(contains)),
    expected: contains === undefined ? `${status}` : `${status} with "${contains}"`,
    found,
  };
}

async function podAt(cluster: Cluster, place: Place, signal?: AbortSignal): Promise<string> {
  const selector = Object.entries(place.labels).map(([key, value]) => `${key}=${value}`);
  const path = `/api/v1/namespaces/${place.namespace}/pods?labelSelector=${encodeURIComponent(selector.join(","))}`;
  const { items } = await cluster.client.list(path, signal);
  const running = items.find(({ metadata, status }) => !metadata.deletionTimestamp && status?.phase === "Running");
  if (running) return running.metadata.name;
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
