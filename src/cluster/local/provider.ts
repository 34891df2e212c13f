import { rm } from "node:fs/promises";
import { until } from "../../process/index.ts";
import type { Cluster, ClusterProvider, ClusterRef, ClusterSpec, CreateOptions } from "../provider.ts";
import { checkSpec } from "../spec.ts";
import { openCluster } from "./handle.ts";
import { launchCluster, newId } from "./launch.ts";
import { type Owned, ownCluster } from "./owner.ts";
import { clusterPaths } from "./paths.ts";
import { pruneClusters } from "./prune.ts";
import {
  allRecords,
  type ClusterRecord,
  claimName,
  idOf,
  isAlive,
  readRecord,
  releaseName,
  requireRecord,
} from "./record.ts";
import { claimSpare } from "./spare.ts";

/** The clusters that this process owns. */
const ours = new Map<string, Owned>();

/** Clusters of this host. What `create` makes belongs to this process and ends with it; see `launch` for others. */
export function localProvider(): ClusterProvider {
  return { create: createOwned, list: listClusters, destroy: destroyCluster };
}

async function createOwned(given: ClusterSpec, { report, signal }: CreateOptions): Promise<Cluster> {
  const spec = checkSpec(given);
  await pruneClusters();
  const claimed = await claimSpare(spec);
  if (claimed) return openCluster(claimed, clusterPaths(claimed.id), () => destroyCluster(spec.name));
  const id = newId();
  await claimName(spec.name, id);
  try {
    // It ends with us, so it is made for some minutes of work.
    const owned = await ownCluster({ id, name: spec.name, spec, become: "ready", saves: "time", report, signal });
    ours.set(id, owned);
    return await openCluster(owned.record, clusterPaths(id), () => destroyCluster(spec.name));
  } catch (thrown) {
    await releaseName(spec.name);
    throw thrown;
  }
}

/** Makes a cluster that outlives this process; a spare that fits is taken at once. */
export async function launch(given: ClusterSpec, options: CreateOptions): Promise<ClusterRef> {
  const spec = checkSpec(given);
  await pruneClusters();
  if (!(await claimSpare(spec))) await launchCluster(spec, options);
  return refOf((await requireRecord(spec.name)).record);
}

/** A handle on a running cluster. Disposing it does not end the cluster. */
export async function attach(name: string): Promise<Cluster> {
  const { record, paths } = await requireRecord(name);
  return openCluster(record, paths);
}

export async function listClusters(): Promise<ClusterRef[]> {
  const records = (await allRecords()).flatMap(({ record }) => (record ? [record] : []));
  return records.map(refOf).sort((a, b) => a.since.localeCompare(b.since));
}

/** Ends a cluster. Returns when its processes are gone; its files follow within moments. */
export async function destroyCluster(name: string): Promise<void> {
  const id = await idOf(name);
  if (id === undefined) return;
  // One that has just been asked for gets its record a moment after its name.
  const known = async () => (await readRecord(id)) ?? ((await idOf(name)) === id ? undefined : ("gone" as const));
  const record = await until(known, { deadlineMs: 10_000 });
  await releaseName(name);
  if (record === undefined || record === "gone") return;
  await endOwner(record);
  await rm(clusterPaths(record.id).log, { force: true });
}

async function endOwner({ id, owner }: ClusterRecord): Promise<void> {
  if (!isAlive(owner)) return;
  if (owner.pid === process.pid) {
    await ours.get(id)?.[Symbol.asyncDispose]();
    ours.delete(id);
    return;
  }
  process.kill(owner.pid, "SIGTERM");
  const gone = await until(async () => !isAlive(owner), { deadlineMs: 900, everyMs: 10 });
  // Killed, its machines die with it, and the janitor does the rest.
  if (!gone && isAlive(owner)) process.kill(owner.pid, "SIGKILL");
}

function refOf(record: ClusterRecord): ClusterRef {
  const state = isAlive(record.owner) ? record.state : "dead";
  return { name: record.name, provider: "local", state, spec: record.spec, since: record.since };
}
