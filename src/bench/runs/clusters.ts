import type { Cluster, ClusterSpec } from "../../cluster/index.ts";
import type { ClusterSource } from "../model.ts";
import type { Make } from "./task.ts";

/** Makes a cluster that belongs to whoever asked. */
export type MakeCluster = (spec: ClusterSpec, signal: AbortSignal) => Promise<Cluster>;

/** A cluster as a trial wants it. */
export interface Order {
  readonly make: Make;
  /** What can be done in it before its trial begins. The trial does it itself where that was not done, or in vain. */
  readonly ahead?: { readonly name: string; readonly work: (cluster: Cluster, signal: AbortSignal) => Promise<void> };
}

/** Clusters for trials; one is made ready ahead while others are in use. */
export interface ClusterPool extends AsyncDisposable {
  /** For a trial that begins now: it gets the one that was made ready, if that is what it wants. */
  source(order: Order): ClusterSource;
  /** A trial that needs such a cluster comes next. */
  prepare(order: Order): void;
}

export function clusterPool(prefix: string, create: MakeCluster): ClusterPool {
  const abort = new AbortController();
  /** Made, or being made, and not yet taken. */
  const idle = new Set<Promise<Cluster>>();
  /** Being made for trials that wait for them. */
  const urgent = new Set<Promise<unknown>>();
  let ready: { key: string; cluster: Promise<Cluster> } | undefined;
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
  const furnished = async ({ make, ahead }: Order, after: Promise<unknown>) => {
    await after;
    const cluster = await begin(make);
    await ahead?.work(cluster, abort.signal).catch(() => {});
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
    source: (order) => {
      const fits = ready?.key === keyOf(order);
      const cluster = fits && ready ? ready.cluster : now(order.make);
      if (fits) ready = undefined;
      return async (signal) => {
        const taken = await unlessAborted(cluster, signal);
        idle.delete(cluster);
        return taken;
      };
    },
    prepare: (order) => {
      if (ready?.key === keyOf(order)) return;
      // Nobody's cluster is made later because the next one's is made already.
      ready = { key: keyOf(order), cluster: keep(furnished(order, Promise.all(urgent))) };
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort(new DOMException("nobody needs it any more", "AbortError"));
      const left = await Promise.allSettled(idle);
      const ends = left.map((each) => (each.status === "fulfilled" ? each.value[Symbol.asyncDispose]() : undefined));
      await Promise.all(ends);
      await Promise.all(endings);
    },
  };
}

function keyOf({ make, ahead }: Order): string {
  return JSON.stringify([make, ahead?.name]);
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
