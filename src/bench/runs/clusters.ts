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
  /** Made, or being made, and not yet taken. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made for trials that wait for them. */
  const urgent = new Set<Promise<unknown>>();
  let ready: { key: string; cluster: Promise<Cluster> } | undefined;
  let made = 0;

  const begin = async (make: Make, after: Promise<unknown>) => {
    await after;
    made += 1;
    return await create({ name: `${prefix}-${made}`, ...make }, abort.signal);
  };
  const keep = (cluster: Promise<Cluster>) => {
    // If it cannot be made, whoever takes it hears of it.
    cluster.catch(() => {});
    idle.add(cluster);
    return cluster;
  };
  const now = (make: Make) => {
    const cluster = keep(begin(make, Promise.resolve()));
    const settled = cluster.catch(() => {}).finally(() => urgent.delete(settled));
    urgent.add(settled);
    return cluster;
  };
  return {
    source: (make) => {
      const fits = ready?.key === JSON.stringify(make);
      const cluster = fits && ready ? ready.cluster : now(make);
      if (fits) ready = undefined;
      return async (signal) => {
        const taken = await unlessAborted(cluster, signal);
        idle.delete(cluster);
        return taken;
      };
    },
    prepare: (make) => {
      if (ready?.key === JSON.stringify(make)) return;
      // Nobody's cluster is made later because the next one's is made already.
      ready = { key: JSON.stringify(make), cluster: keep(begin(make, Promise.all(urgent))) };
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      const left = await Promise.allSettled(idle);
      const ends = left.map((each) => (each.status === "fulfilled" ? each.value[Symbol.asyncDispose]() : undefined));
      await Promise.all(ends);
    },
  };
}

/** Whoever stops does not wait; what was not taken is ended with the pool. */
async function unlessAborted(cluster: Promise<Cluster>, signal: AbortSignal): Promise<Cluster> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    return await Promise.race([cluster, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
