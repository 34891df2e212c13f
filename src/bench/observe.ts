import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../agents/index.ts";
import type { Journey } from "../applications/index.ts";
import { notingReads, type Read, readAudit, type Write, writesOf } from "../audit/index.ts";
import { judge, type Objects, type Travelled, type Tried, takeObjects, travelAll } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import type { Entry } from "../evidence/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Plan } from "../task/index.ts";
import { chaosUser, type Strike } from "./chaos.ts";

/** All that was seen of a trial: what a judge needs and nothing else, as JSON, so that it can be judged again. */
export interface Observations {
  readonly schema: "airworthy-observations/1";
  /** Nothing had been broken. */
  readonly healthy: boolean;
  readonly user: string;
  /** By `keyOf`, just before the agent began, and at the end. */
  readonly before: Stock;
  readonly after: Stock;
  readonly journeys: readonly Journeyed[];
  /** How long it was watched at the end, and which containers were started anew meanwhile. */
  readonly watched: { readonly seconds: number; readonly restarted: readonly string[] };
  readonly writes: readonly Write[];
  /** What the agent looked at, as the API server saw it. */
  readonly reads?: readonly Read[];
  readonly answer?: Answer;
  /** Why the agent could not go on, where that is not its own fault: then nobody is judged. */
  readonly interrupted?: string;
  /** What was recorded, where there was a recorder. */
  readonly entries?: readonly Entry[];
  /** What is to be written by these entries, by the SHA-256 that they name. */
  readonly documents?: Readonly<Record<string, string>>;
  /** What happened meanwhile by the task's own hand, and what was written by it. */
  readonly chaos?: readonly Strike[];
  readonly disturbed?: readonly Write[];
}

export type Stock = Readonly<Record<string, KubeObject>>;

/** How a journey went. */
export interface Journeyed extends Tried {
  readonly name: string;
  /** Once more, at the end of the time that it was watched. */
  readonly later?: Travelled;
}

/** What is the same however often one looks. */
export interface Known
  extends Pick<
    Observations,
    "healthy" | "user" | "before" | "answer" | "interrupted" | "entries" | "documents" | "chaos"
  > {}

/** One look: what was seen, and the pods as they were then. */
export interface Look {
  readonly seen: Observations;
  readonly pods: readonly KubeObject[];
}

/** What works is watched for a while: it may have worked by chance, or not for long. */
const watchMs = 2_500;

export async function observe(cluster: Cluster, plan: Plan, known: Known, signal: AbortSignal): Promise<Look> {
  const began = performance.now();
  const { journeys, memory } = plan.blueprint;
  const all = [...journeys, ...memory.read];
  const closed = all.filter(({ expect }) => expect === "blocked");
  const jobs = all.filter(({ job }) => job !== undefined);
  const reads: Read[] = [];
  const open = all.filter((journey) => !closed.includes(journey) && !jobs.includes(journey));
  const [podsBefore, writes, first, others] = await Promise.all([
    podsOf(cluster, signal),
    writesBy(known.user, cluster, known, reads),
    tryAll(cluster, open, signal),
    tryAll(cluster, [...closed, ...jobs], signal),
  ]);
  let travelled = [...first, ...others];
  if (writes.length > 0 && open.every((journey) => isWell(journey, first))) {
    await sleep(Math.max(0, watchMs - (performance.now() - began)), undefined, { signal });
    const again = await tryAll(cluster, open, signal);
    travelled = travelled.map((each) => {
      const { went, cannot } = again.find(({ name }) => name === each.name) ?? {};
      return { ...each, ...(went ? { later: went } : {}), ...(cannot ? { cannot } : {}) };
    });
  }
  const [after, pods] = await Promise.all([stockOf(cluster, signal), podsOf(cluster, signal)]);
  const disturbed = known.chaos?.length ? { disturbed: await writesBy(chaosUser, cluster, known) } : {};
  const seconds = Math.round(performance.now() - began) / 1_000;
  const watched = { seconds, restarted: restartedSince(podsBefore, pods) };
  const seen: Observations = {
    schema: "airworthy-observations/1",
    ...known,
    ...{ after, journeys: travelled, watched, writes, reads, ...disturbed },
  };
  return { seen, pods };
}

export async function stockOf(cluster: Cluster, signal: AbortSignal): Promise<Stock> {
  const objects = await takeObjects(cluster.client, signal);
  for (const { metadata } of objects.values()) delete metadata.managedFields;
  return Object.fromEntries(objects);
}

export function objectsOf(stock: Stock): Objects {
  return new Map(Object.entries(stock));
}

async function writesBy(user: string, { auditLog = "" }: Cluster, { before }: Known, reads: Read[] = []) {
  return await writesOf(user, notingReads(user, readAudit(auditLog), reads), Object.values(before));
}

export async function podsOf(cluster: Cluster, signal: AbortSignal): Promise<KubeObject[]> {
  return (await cluster.client.list("/api/v1/pods", signal)).items;
}

function isWell(journey: Journey, tried: readonly Journeyed[]): boolean {
  const went = tried.find(({ name }) => name === journey.name)?.went;
  return went !== undefined && judge(journey, went).ok;
}

async function tryAll(cluster: Cluster, journeys: readonly Journey[], signal: AbortSignal): Promise<Journeyed[]> {
  const tried = await travelAll(cluster, journeys, signal);
  return journeys.map(({ name }, at) => ({ name, ...tried[at] }));
}

function restartedSince(before: readonly KubeObject[], after: readonly KubeObject[]): string[] {
  const counts = new Map(before.map((pod) => [pod.metadata.uid, restartsOf(pod)]));
  return after
    .filter((pod) => restartsOf(pod) > (counts.get(pod.metadata.uid) ?? 0))
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
}

function restartsOf({ status }: KubeObject): number {
  const containers = (status?.containerStatuses ?? []) as { restartCount?: number }[];
  return containers.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0);
}
