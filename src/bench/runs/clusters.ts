import type { Cluster, ClusterSpec } from "../../cluster/index.ts";
import type { ClusterSource } from "../model.ts";
import type { Make } from "./task.ts";

/** Makes a cluster that belongs to whoever asked. */
export type MakeCluster = (spec: ClusterSpec, signal: AbortSignal) => Promise<Cluster>;

/** Clusters for trials; one is made ready ahead while others are in use. */
export interface ClusterPool extends AsyncDisposable {
  /** For a trial that begins now: it gets the one that was made ready, if that is of this make. */
  source(make: Make): ClusterSource;
  /** A trial that needs such a cluster comes next. */
  prepare(make: Make): void;
}

export function clusterPool(prefix: string, create: MakeCluster): ClusterPool {
  const abort = new AbortController();
  /** Made ahead and not yet in use. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made for trials that wait for them. */
  const urgent = new Set<Promise<unknown>>();
  let ready: { key: string; cluster: Promise<Cluster> } | undefined;
  let made = 0;

  const begin = (make: Make, signal: AbortSignal) => {
    made += 1;
    return create({ name: `${prefix}-${made}`, ...make }, signal);
  };
  const now = (make: Make, signal: AbortSignal) => {
    const cluster = begin(make, signal);
    const settled = cluster.catch(() => {}).finally(() => urgent.delete(settled));
    urgent.add(settled);
    return cluster;
  };
  const ahead = (make: Make) => {
    // Nobody's cluster is made later because the next one's is made already.
    const cluster = Promise.all(urgent).then(() => begin(make, abort.signal));
    // If it cannot be made, whoever takes it hears of it.
    cluster.catch(() => {});
    idle.add(cluster);
    return cluster;
  };
  return {
    source: (make) => {
      const reserved = ready?.key === JSON.stringify(make) ? ready.cluster : undefined;
      if (reserved !== undefined) ready = undefined;
      return async (signal) => {
        if (reserved === undefined || !idle.delete(reserved)) return await now(make, signal);
        return await wantedStill(reserved, signal);
      };
    },
    prepare: (make) => {
      if (ready?.key === JSON.stringify(make)) return;
      ready = { key: JSON.stringify(make), cluster: ahead(make) };
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      const left = await Promise.allSettled(idle);
      await Promise.all(
        left.map((each) => (each.status === "fulfilled" ? each.value[Symbol.asyncDispose]() : undefined)),
      );
    },
  };
}

/** One that is taken and no longer wanted is ended by whoever took it. */
async function wantedStill(cluster: Promise<Cluster>, signal: AbortSignal): Promise<Cluster> {
  const taken = await cluster;
  if (!signal.aborted) return taken;
  await taken[Symbol.asyncDispose]();
  throw signal.reason;
}
