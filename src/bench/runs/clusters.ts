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
}

export function clusterPool(prefix: string, create: MakeCluster): ClusterPool {
  const abort = new AbortController();
  /** Made, or being made, and not yet taken. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made, for trials that wait for them and for those that come. */
  const urgent = new Set<Promise<unknown>>();
  let latest: Promise<unknown> = Promise.resolve();
  const ready = new Map<string, Promise<Cluster>>();
  let made = 0;

  /** Of clusters whose trials are over: nobody waits for that but the pool. */
  const endings: Promise<void>[] = [];

  const begin = async (make: Make): Promise<Cluster> => {
    made += 1;
    const cluster = await create({ name: `${prefix}-${made}`, ...make }, abort.signal);
    const end = async () => {
      const ending = Promise.resolve(cluster[Symbol.asyncDispose]());
      ending.catch(() => {}); // Told when the pool ends.
      endings.push(ending);
    };
    return { ...cluster, [Symbol.asyncDispose]: end };
  };
  const furnished = async ({ make, ahead }: Order) => {
    // Nobody's cluster is made later because one is made already that is needed only after it.
    const making = Promise.all([...urgent, latest]).then(() => begin(make));
    latest = making.catch(() => {});
    const cluster = await making;
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
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      const left = await Promise.allSettled(idle);
      const ends = left.map((each) => (each.status === "fulfilled" ? each.value[Symbol.asyncDispose]() : undefined));
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
