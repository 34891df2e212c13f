import type { Journey, Place } from "../applications/index.ts";
import type { Cluster } from "../cluster/index.ts";
import type { ExecPlace } from "../kubernetes/index.ts";
import { messageOf } from "../problem/index.ts";
import { callTogether } from "./calls.ts";
import { runJob } from "./job.ts";
import type { Travelled, Tried } from "./model.ts";
import { CheckProblem } from "./problem.ts";

/** Makes the call from a pod, over the network that a real caller would use. */
export async function travel(cluster: Cluster, journey: Journey, signal?: AbortSignal): Promise<Travelled> {
  const [tried] = await travelAll(cluster, [journey], signal);
  if (tried?.went) return tried.went;
  throw new CheckProblem("CANNOT_CHECK", `${tried?.cannot}`);
}

/** All at the same time. */
export async function travelAll(
  cluster: Cluster,
  journeys: readonly Journey[],
  signal?: AbortSignal,
): Promise<Tried[]> {
  const tried = new Map<Journey, Tried | undefined>();
  const companies = Map.groupBy(journeys, (journey) => (journey.job === undefined ? show(journey.from) : journey));
  await Promise.all(
    Array.from(companies.values(), async (company) => {
      const outcomes = await together(cluster, company, signal);
      for (const [at, journey] of company.entries()) tried.set(journey, outcomes[at]);
    }),
  );
  return journeys.map((journey) => tried.get(journey) ?? { cannot: `${journey.name}: it was not tried` });
}

/** From one place, or one job. */
async function together(cluster: Cluster, company: readonly Journey[], signal?: AbortSignal): Promise<Tried[]> {
  const [first] = company;
  if (first === undefined) return [];
  const { from, job } = first;
  try {
    if (job !== undefined) return [{ went: await runJob(cluster, from.namespace, job, signal) }];
    const pod = await podAt(cluster, from, signal);
    return (await callTogether(cluster.client, pod, company, signal)).map((tried, at) =>
      tried.went ? tried : { cannot: `${company[at]?.name}: cannot call from ${show(from)}: ${tried.cannot}` },
    );
  } catch (thrown) {
    signal?.throwIfAborted();
    return company.map(({ name }) => ({ cannot: `${name}: ${messageOf(thrown)}` }));
  }
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
