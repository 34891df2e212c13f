import type { Blueprint, Journey } from "../applications/index.ts";
import { judge, type Tried, travelAll } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { pathOf } from "../kubernetes/index.ts";
import { until } from "../process/index.ts";
import { BenchProblem } from "./problem.ts";

/** Makes the namespaces of an application: what others need before anything is in them. */
export async function makeNamespaces(cluster: Cluster, { objects }: Blueprint, signal: AbortSignal): Promise<void> {
  const spaces = objects.filter(({ kind }) => kind === "Namespace");
  await Promise.all(spaces.map((object) => cluster.client.apply(pathOf(object), object, signal)));
}

/** What was deployed beforehand, and found healthy. */
const standing = new WeakMap<Cluster, string>();

/** Makes the rest of an application and waits until its users can do what they do. Where it stands already, it looks again. */
export async function deploy(cluster: Cluster, blueprint: Blueprint, signal: AbortSignal): Promise<void> {
  const objects = blueprint.objects.filter(({ kind }) => kind !== "Namespace");
  const whole = JSON.stringify(objects);
  const isNew = standing.get(cluster) !== whole;
  if (isNew) await Promise.all(objects.map((object) => cluster.client.apply(pathOf(object), object, signal)));
  const closed = blueprint.journeys.filter(({ expect }) => isNew && expect === "blocked");
  const open = blueprint.journeys.filter(({ expect }) => expect !== "blocked");
  let wrong = "nothing was looked at";
  const ready = async () => {
    const waiting = await unready(cluster, blueprint, signal);
    wrong = waiting ?? wrong;
    return waiting === undefined;
  };
  const all = (journeys: readonly Journey[]) => async () => {
    const tried = await travelAll(cluster, journeys, signal);
    const first = journeys.map((journey, at) => wrongWith(journey, tried[at])).find((each) => each !== undefined);
    wrong = first ?? wrong;
    return first === undefined;
  };
  const waited = async (probe: () => Promise<boolean>) => {
    if (await until(probe, { deadlineMs: 180_000, everyMs: 400, signal })) return;
    throw new BenchProblem("NOT_HEALTHY", `${blueprint.application}: not healthy within 3 minutes: ${wrong}`);
  };
  await waited(ready);
  // Only time tells that nobody answers: the others are tried meanwhile.
  await Promise.all([waited(all(open)), waited(all(closed))]);
  standing.set(cluster, whole);
}

/** What is wrong with it, if anything. What cannot be tried yet is tried again. */
function wrongWith(journey: Journey, { went, cannot = "it was not tried" }: Tried = {}): string | undefined {
  if (went === undefined) return cannot;
  const { ok, expected, found } = judge(journey, went);
  return ok ? undefined : `${journey.name}: expected ${expected}, found ${found}`;
}

async function unready(cluster: Cluster, { objects }: Blueprint, signal: AbortSignal): Promise<string | undefined> {
  const kinds = ["Deployment", "StatefulSet"];
  const lists = await Promise.all(
    kinds.map((kind) => cluster.client.list(`/apis/apps/v1/${kind.toLowerCase()}s`, signal)),
  );
  const ready = new Map(
    lists.flatMap(({ items }, at) =>
      items.map(({ metadata, status }) => [
        `${kinds[at]} ${metadata.namespace}/${metadata.name}`,
        status?.readyReplicas ?? 0,
      ]),
    ),
  );
  const waiting = objects
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, metadata, spec }) => ({
      what: `${kind} ${metadata.namespace}/${metadata.name}`,
      wanted: spec.replicas,
    }))
    .find(({ what, wanted }) => (ready.get(what) ?? 0) < wanted);
  return waiting && `${waiting.what} has ${ready.get(waiting.what) ?? 0} ready pods`;
}
