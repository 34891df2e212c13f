import { setTimeout as sleep } from "node:timers/promises";
import type { Client, KubeObject } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import { LogReader } from "./logs.ts";
import { scrape } from "./metrics.ts";
import type { Observed, Recorded, Sample } from "./model.ts";
import { nodes, placesOf, pods } from "./resources.ts";
import { collectorLabel, spansIn } from "./spans.ts";
import { watchObjects } from "./watching.ts";

export interface RecordOptions {
  /** All of them unless told; those of the system, whose names begin with `kube-`, are always among them. */
  readonly namespaces?: readonly string[] | undefined;
  /** Seconds between two looks at metrics and logs; 5 unless told. */
  readonly everySeconds?: number | undefined;
  readonly signal: AbortSignal;
}

/** Something that sees all that happens in a cluster, from when it is there until it is told to finish. */
export interface Recording extends AsyncDisposable {
  finish(): Promise<Recorded>;
}

/** Begins to record. What cannot be had is noted and stops nothing. */
export async function record(client: Client, options: RecordOptions): Promise<Recording> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const { namespaces, everySeconds = 5 } = options;
  const isWanted = (namespace: string | undefined) =>
    namespace === undefined ||
    namespaces === undefined ||
    namespace.startsWith("kube-") ||
    namespaces.includes(namespace);
  const from = Date.now();
  const [objects, events, samples, missing]: [Observed[], Observed[], Sample[], Set<string>] = [[], [], [], new Set()];
  const { over } = await watchObjects(
    client,
    { namespaces, wanted: isWanted },
    { objects, events, missing: (what) => void missing.add(what) },
    signal,
  );
  const [logs, collected] = [new LogReader(client), new LogReader(client)];
  const places = await Promise.all([nodes, pods].map((kind) => placesOf(client, kind, namespaces, signal)));
  const look = async (within: AbortSignal) => {
    const [machines = [], all = []] = await Promise.all(places.map((paths) => listed(client, paths, within)));
    const [collectors, others] = partition(all, ({ metadata }) => metadata.labels?.[collectorLabel] === "otlp");
    const chosen = others.filter(({ metadata }) => isWanted(metadata.namespace));
    const [scraped] = await Promise.all([
      scrape(client, { nodes: machines, pods: chosen }, isWanted, within),
      logs.take(chosen, within),
      collected.take(collectors, within),
    ]);
    samples.push(...scraped.samples);
    for (const what of scraped.missing) missing.add(what);
  };
  const looking = (async () => {
    while (!signal.aborted) {
      await look(signal).catch((thrown: unknown) => {
        if (!signal.aborted) missing.add(`a look: ${messageOf(thrown)}`);
      });
      await sleep(everySeconds * 1_000, undefined, { signal }).catch(() => {});
    }
  })();
  const end = async () => {
    stop.abort();
    await Promise.allSettled([over, looking]);
  };
  return {
    finish: async () => {
      // Once more before the end: what was said in the last seconds counts most.
      await look(options.signal);
      await end();
      const to = Date.now();
      const since = new Date(from).toISOString();
      return {
        ...{ from, to, objects, events, samples, missing: [...missing].sort() },
        logs: logs.lines
          .filter(({ time }) => time >= since)
          .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
        spans: spansIn(collected.lines).filter(({ time }) => time >= from),
      };
    },
    [Symbol.asyncDispose]: end,
  };
}

async function listed(client: Client, paths: readonly string[], signal: AbortSignal): Promise<KubeObject[]> {
  const lists = await Promise.all(paths.map((path) => client.list(path, signal)));
  return lists.flatMap(({ items }) => items);
}

function partition<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))];
}
