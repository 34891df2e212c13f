import { setTimeout as sleep } from "node:timers/promises";
import type { Client, KubeObject } from "../../kubernetes/index.ts";
import { messageOf } from "../../problem/index.ts";
import { patient } from "../../process/index.ts";
import { SnapshotProblem } from "../problem.ts";
import { Gaps } from "./gaps.ts";
import { LogReader } from "./logs.ts";
import { scrape } from "./metrics.ts";
import type { Observed, Recorded, Sample, Silence } from "./model.ts";
import { Pulse } from "./pulse.ts";
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
  /** Settles when the cluster has not answered for a while: to wait for more is in vain. */
  readonly lost: Promise<void>;
  /** All there is, whatever became of the cluster. `early`: why it ends before it should, where it does. */
  finish(early?: string): Promise<Recorded>;
}

/** Whoever says nothing for so long does not answer. */
const answerMs = 30_000;

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
  const [gaps, pulse] = [new Gaps(), new Pulse()];
  const [objects, events, samples]: [Observed[], Observed[], Sample[]] = [[], [], []];
  const [machines, all] = await Promise.all([nodes, pods].map((kind) => placesOf(client, kind, namespaces, signal)));
  if (machines === undefined || all === undefined || all.paths.length === 0) throw notAllowed(namespaces);
  if (machines.paths.length === 0) gaps.add("metrics of kubelets: no right to list nodes");
  for (const name of namespaces ?? []) await mentionIfAbsent(client, name, gaps, signal);
  const { over } = await watchObjects(
    client,
    { namespaces, wanted: isWanted },
    { objects, events, gaps, heard: () => pulse.heard() },
    signal,
  );
  const [logs, collected] = [new LogReader(client, gaps), new LogReader(client, gaps)];
  const readAll = async (hosts: readonly KubeObject[], running: readonly KubeObject[], within: AbortSignal) => {
    const [collectors, others] = partition(running, ({ metadata }) => metadata.labels?.[collectorLabel] === "otlp");
    const chosen = others.filter(({ metadata }) => isWanted(metadata.namespace));
    const [scraped] = await Promise.all([
      scrape(client, { nodes: hosts, pods: chosen, podPaths: all.paths }, isWanted, gaps, within),
      logs.take(chosen, within),
      collected.take(collectors, within),
    ]);
    samples.push(...scraped);
  };
  let broken: Silence | undefined;
  const look = async (within: AbortSignal) => {
    const patience = AbortSignal.timeout(patient(answerMs));
    const limited = AbortSignal.any([within, patience]);
    try {
      const [hosts = [], running = []] = await Promise.all(
        [machines, all].map(({ paths }) => listed(client, paths, limited)),
      );
      if (broken) gaps.add(`nothing between ${iso(broken.since)} and ${iso(Date.now())}: ${broken.reason}`);
      broken = undefined;
      pulse.heard();
      await readAll(hosts, running, within);
    } catch (thrown) {
      if (within.aborted) return;
      const reason = patience.aborted ? `no answer within ${answerMs / 1_000} s` : messageOf(thrown);
      broken ??= { since: Date.now(), reason };
      pulse.unheard(reason);
    }
  };
  const enough = new AbortController();
  const looking = (async () => {
    const ended = AbortSignal.any([signal, enough.signal]);
    while (!ended.aborted) {
      await look(signal);
      await sleep(everySeconds * 1_000, undefined, { signal: ended }).catch(() => {});
    }
  })();
  const end = async () => {
    stop.abort();
    await Promise.allSettled([over, looking]);
  };
  return {
    lost: pulse.lost,
    finish: async (early) => {
      // One after the other, or lines would be taken twice. What was said in the last seconds counts most.
      enough.abort();
      await looking;
      await look(options.signal);
      await end();
      const { silence } = pulse;
      // What would have fired after that nobody knows.
      const to = silence?.since ?? Date.now();
      const incomplete = silence ?? (early === undefined ? undefined : { since: to, reason: early });
      const since = iso(from);
      return {
        ...{ from, to, objects, events, samples, missing: gaps.lines(), incomplete },
        logs: logs.lines
          .filter(({ time }) => time >= since)
          .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
        spans: spansIn(collected.lines).filter(({ time }) => time >= from),
      };
    },
    [Symbol.asyncDispose]: end,
  };
}

function notAllowed(namespaces: readonly string[] | undefined): SnapshotProblem {
  const where = namespaces === undefined ? "in all namespaces" : `in ${namespaces.join(", ")}`;
  return new SnapshotProblem("NOT_ALLOWED", `these credentials may not list pods ${where}`, {
    hint: namespaces === undefined ? "name the namespaces that they are for: --namespace NAME" : undefined,
  });
}

/** Perhaps it comes; perhaps it was mistyped. */
async function mentionIfAbsent(client: Client, name: string, gaps: Gaps, signal: AbortSignal): Promise<void> {
  const found = await client.find(`/api/v1/namespaces/${name}`, signal).catch(() => "not for us to see");
  if (found === undefined) gaps.add(`namespace ${name}: there was none when it began`);
}

const iso = (time: number) => new Date(time).toISOString();

async function listed(client: Client, paths: readonly string[], signal: AbortSignal): Promise<KubeObject[]> {
  const lists = await Promise.all(paths.map((path) => client.list(path, signal)));
  return lists.flatMap(({ items }) => items);
}

function partition<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))];
}
