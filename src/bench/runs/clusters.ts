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
  /** What is done ahead, by name: what one trial leaves as it was will do for the next one with the same. */
  readonly furnishing?: string;
}

/** Clusters for trials; those of the next ones are made ready while others are in use. */
export interface ClusterPool extends AsyncDisposable {
  /** For a trial that begins now: the one that was made ready for it, or a new one. */
  source(trial: string, order: Order): ClusterSource;
  /** This trial comes soon. */
  prepare(trial: string, order: Order): void;
  /** Its trial has changed nothing in it: when that is over, the next one with the same order can have it. */
  leftAlone(cluster: Cluster, order: Order): void;
}

export function clusterPool(prefix: string, create: MakeCluster): ClusterPool {
  const abort = new AbortController();
  /** Made, or being made, and not yet taken. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made, for trials that wait for them and for those that come. */
  const urgent = new Set<Promise<unknown>>();
  let latest: Promise<unknown> = Promise.resolve();
  const ready = new Map<string, Promise<Cluster>>();
  /** As they were furnished. */
  const untouched = new WeakMap<Cluster, string>();
  /** What a trial that is over has left as it was, and how that is furnished. */
  let left: { readonly cluster: Cluster; readonly furnishing: string } | undefined;
  let made = 0;

  /** Of clusters whose trials are over: nobody waits for that but the pool. */
  const endings: Promise<void>[] = [];

  const begin = async (make: Make): Promise<Cluster> => {
    made += 1;
    const cluster = await create({ name: `${prefix}-${made}`, ...make }, abort.signal);
    const end = async () => {
      const furnishing = untouched.get(lent);
      untouched.delete(lent);
      if (furnishing !== undefined && left === undefined && !abort.signal.aborted) {
        left = { cluster: lent, furnishing };
        return;
      }
      const ending = Promise.resolve(cluster[Symbol.asyncDispose]());
      ending.catch(() => {}); // Told when the pool ends.
      endings.push(ending);
    };
    const lent: Cluster = { ...cluster, [Symbol.asyncDispose]: end };
    return lent;
  };
  const takeLeft = (furnishing?: string): Cluster | undefined => {
    const found = left;
    left = undefined;
    if (found === undefined || found.furnishing === furnishing) return found?.cluster;
    // Trials that are alike come one after the other: there is none for it any more.
    void found.cluster[Symbol.asyncDispose]();
    return undefined;
  };
  /** Nobody's cluster is made later because one is made already that is needed only after it. */
  const soon = (make: Make): Promise<Cluster> => {
    const making = Promise.all([...urgent, latest]).then(() => begin(make));
    latest = making.catch(() => {});
    return making;
  };
  const furnished = async ({ make, ahead, furnishing }: Order) => {
    const cluster = takeLeft(furnishing) ?? (await soon(make));
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
    leftAlone: (cluster, { furnishing }) => {
      if (furnishing !== undefined) untouched.set(cluster, furnishing);
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      await left?.cluster[Symbol.asyncDispose]();
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
