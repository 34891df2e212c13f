import { readAudit, type Write, writesOf } from "../audit/index.ts";
import { type Objects, type Travelled, takeObjects, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import type { Entry } from "../evidence/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { messageOf } from "../problem/index.ts";
import type { Plan } from "../task/index.ts";
import type { Answer } from "./model.ts";

/** All that was seen of a trial: what a judge needs and nothing else, as JSON, so that it can be judged again. */
export interface Observations {
  readonly schema: "airworthy-observations/1";
  /** Nothing had been broken. */
  readonly healthy: boolean;
  readonly user: string;
  /** By `keyOf`, just before the agent began, and at the end. */
  readonly before: Readonly<Record<string, KubeObject>>;
  readonly after: Readonly<Record<string, KubeObject>>;
  readonly journeys: readonly Journeyed[];
  readonly writes: readonly Write[];
  readonly answer?: Answer;
  /** What was recorded, where there was a recorder. */
  readonly entries?: readonly Entry[];
}

/** How a journey went, or why it could not even be tried. */
export interface Journeyed {
  readonly name: string;
  readonly went?: Travelled;
  readonly cannot?: string;
}

/** What is the same however often one looks. */
export interface Known extends Pick<Observations, "healthy" | "user" | "before" | "answer" | "entries"> {}

export async function observe(cluster: Cluster, plan: Plan, known: Known, signal: AbortSignal): Promise<Observations> {
  const { journeys, memory } = plan.blueprint;
  const [after, travelled, writes] = await Promise.all([
    stockOf(cluster, signal),
    Promise.all([...journeys, ...memory.read].map((journey) => tried(cluster, journey, signal))),
    writesOf(known.user, readAudit(cluster.auditLog ?? ""), Object.values(known.before)),
  ]);
  return { schema: "airworthy-observations/1", ...known, after, journeys: travelled, writes };
}

export async function stockOf(cluster: Cluster, signal: AbortSignal): Promise<Record<string, KubeObject>> {
  return Object.fromEntries(await takeObjects(cluster.client, signal));
}

export function objectsOf(stock: Readonly<Record<string, KubeObject>>): Objects {
  return new Map(Object.entries(stock));
}

async function tried(
  cluster: Cluster,
  journey: Plan["blueprint"]["journeys"][number],
  signal: AbortSignal,
): Promise<Journeyed> {
  try {
    return { name: journey.name, went: await travel(cluster, journey, signal) };
  } catch (thrown) {
    signal.throwIfAborted();
    return { name: journey.name, cannot: messageOf(thrown) };
  }
}
