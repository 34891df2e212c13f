import type { Cluster, ClusterSpec } from "../../cluster/index.ts";
import type { ClusterSource } from "../model.ts";
import type { Make } from "./task.ts";

/** Makes a cluster that belongs to whoever asked. */
export type MakeCluster = (spec: ClusterSpec, signal: AbortSignal) => Promise<Cluster>;

/** A cluster as a trial wants it. */
export interface Order {
  readonly make: Make;
  /** What can be done in it before its trial begins. The trial does it itself where that was not done, or in vain. */
  readonly ahead?: (cluster: Cluster, signal: AbortSignal) => Promise<void>;
}

/** Clusters for trials; those of the next ones are made ready while others are in use. */
export interface ClusterPool extends AsyncDisposable {
  /** For a trial that begins now: the one that was made ready for it, or a new one. */
  source(trial: string, order: Order): ClusterSource;
  /** This trial comes soon. */
  prepare(trial: string, order: Order): void;
  /** Nothing has become of it: when its trial is over it is not ended but this one's. */
  keepFor(trial: string, cluster: Cluster): void;
}

export function clusterPool(prefix: string, create: MakeCluster): ClusterPool {
  const abort = new AbortController();
  /** Made, or being made, and not yet taken. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made, for trials that wait for them and for those that come. */
  const urgent = new Set<Promise<unknown>>();
  let latest: Promise<unknown> = Promise.resolve();
  const ready = new Map<string, Promise<Cluster>>();
  /** Those that are not ended with their trials, and whose they will be. */
  const heirs = new WeakMap<Cluster, string>();
  let made = 0;

  /** Of clusters whose trials are over: nobody waits for that but the pool. */
  const endings: Promise<void>[] = [];

  const begin = async (make: Make): Promise<Cluster> => {
    made += 1;
    const cluster = await create({ name: `${prefix}-${made}`, ...make }, abort.signal);
    const end = async () => {
      const heir = heirs.get(lent);
      heirs.delete(lent);
      if (heir !== undefined && !abort.signal.aborted) {
        ready.set(heir, keep(Promise.resolve(lent)));
        return;
      }
      const ending = Promise.resolve(cluster[Symbol.asyncDispose]());
      ending.catch(() => {}); // Told when the pool ends.
      endings.push(ending);
    };
    const lent: Cluster = { ...cluster, [Symbol.asyncDispose]: end };
    return lent;
  };
  /** Nobody's cluster is made later because one is made already that is needed only after it. */
  const soon = (make: Make): Promise<Cluster> => {
    const making = Promise.all([...urgent, latest]).then(() => begin(make));
    latest = making.catch(() => {});
    return making;
  };
  const furnished = async ({ make, ahead }: Order) => {
    const cluster = await soon(make);
    await ahead?.(cluster, abort.signal).catch(() => {});
    return cluster;
  };
  const keep = (cluster: Promise<Cluster>) => {
    // If it cannot be made, whoever takes it hears of it.
    cluster.catch(() => {});
    idle.add(cluster);
    return cluster;
  };
  const now = (make: Make) => {
    const cluster = keep(begin(make));
    const settled = cluster.catch(() => {}).finally(() => urgent.delete(settled));
    urgent.add(settled);
    return cluster;
  };
  return {
    source: (trial, { make }) => {
      const cluster = ready.get(trial) ?? now(make);
      ready.delete(trial);
      return async (signal) => {
        const taken = await unlessAborted(cluster, signal);
        idle.delete(cluster);
        return taken;
      };
    },
    prepare: (trial, order) => void ready.set(trial, keep(furnished(order))),
    keepFor: (trial, cluster) => void heirs.set(cluster, trial),
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      const unused = await Promise.allSettled(idle);
      const ends = unused.map((each) => (each.status === "fulfilled" ? each.value[Symbol.asyncDispose]() : undefined));
      await Promise.all(ends);
      await Promise.all(endings);
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
