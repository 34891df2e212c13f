import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { messageOf } from "../problem/index.ts";
import { type News, type Report, withLock } from "../process/index.ts";
import type { Component, Obtained } from "./component.ts";
import { find, table } from "./components/index.ts";
import { makeCacheFolder, packageRoot } from "./directories.ts";
import { openLog } from "./log.ts";
import { ToolchainProblem } from "./problem.ts";
import { recipeKey } from "./recipe.ts";
import { track } from "./steps.ts";
import { lookUp, markUsed, type Place, placeOf, publish, scratch } from "./store.ts";
import { ways } from "./ways/index.ts";

export interface ObtainOptions {
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** Where the components and their Go modules are; others than our own only in tests. */
export interface Shelf {
  readonly components: readonly Component[];
  readonly root: string;
}

export const ourShelf = (): Shelf => ({ components: table, root: packageRoot() });

/**
 * Gets a component: from the cache if it is there and whole, else by the first way that works. Any number of processes
 * may ask at once; one does the work and the others wait and show its progress.
 */
export async function obtain(name: string, options: ObtainOptions, shelf: Shelf = ourShelf()): Promise<Obtained> {
  const component = find(name, shelf.components);
  const place = placeOf(component, recipeKey(component, shelf.root));
  const cached = await lookUp(place, "quick");
  if (cached && !("damage" in cached)) {
    await markUsed(place);
    return cached;
  }
  makeCacheFolder("locks");
  const waiting = track(options.report);
  const patience = { signal: options.signal, whileWaiting: passOn(place, waiting.report) };
  const work = async () => {
    // Another process may have finished it while we waited.
    const meanwhile = await lookUp(place, "quick");
    const finished = meanwhile && !("damage" in meanwhile) ? meanwhile : undefined;
    waiting.end(finished ? "done" : "failed", { note: "by another process" });
    return finished ?? (await fetchByFirstWay(place, options, shelf, meanwhile as { damage: string } | undefined));
  };
  return await withLock(place.lock, work, patience);
}

async function fetchByFirstWay(
  place: Place,
  options: ObtainOptions,
  shelf: Shelf,
  found: { damage: string } | undefined,
): Promise<Obtained> {
  const { component } = place;
  const step = `obtain ${component.name}`;
  const steps = track(publicly(place, options.report));
  const refusals: string[] = [];
  steps.report({ step, state: "running", ...(found ? { note: `cache is damaged: ${found.damage}` } : {}) });
  await using log = openLog(`${component.name}-${component.version}`);
  const refuse = (words: string, why: string) => {
    refusals.push(`${words}: ${why}`);
    log.line(`${words}: ${why}`);
  };
  try {
    for (const way of ways) {
      const closed = way.closed(component);
      if (closed !== undefined) {
        refuse(way.source, closed);
        continue;
      }
      const into = await scratch(place);
      try {
        const version = await way.fetch({
          component,
          into,
          report: steps.report,
          log,
          root: shelf.root,
          signal: options.signal,
          obtain: (other) => obtain(other, { ...options, report: steps.report }, shelf),
        });
        const done = await publish(place, into, { from: way.source, version: version ?? component.version });
        steps.report({ step, state: "done", note: `from ${way.source}` });
        return done;
      } catch (error) {
        await rm(into, { recursive: true, force: true });
        options.signal?.throwIfAborted();
        const words = way.words(component);
        const why = messageOf(error);
        refuse(words, why);
        steps.end("failed", { note: firstLine(why), but: step });
        steps.report({ step, state: "running", note: `not by ${words}: ${firstLine(why)}` });
      }
    }
  } finally {
    steps.end("failed");
    rmSync(place.news, { force: true });
  }
  throw new ToolchainProblem(
    "UNOBTAINABLE",
    `${component.name} ${component.version}: no way to get it worked\n${refusals.join("\n")}`,
    { hint: `the whole log: ${log.path}` },
  );
}

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";

/** Reports to our own caller and leaves the same where waiting processes look. */
function publicly(place: Place, report: Report): Report {
  let written = 0;
  return (news) => {
    report(news);
    if (performance.now() - written < 250) return;
    written = performance.now();
    writeFileSync(place.news, JSON.stringify(news));
  };
}

/** Tells what the process that does the work has written since the last look. */
function passOn(place: Place, report: Report): () => void {
  let last = "";
  return () => {
    try {
      const text = readFileSync(place.news, "utf8");
      if (text === last) return;
      const news = JSON.parse(text) as News;
      last = text;
      report({ ...news, note: ["another process does it", news.note].filter(Boolean).join(", ") });
    } catch {
      // Nothing written yet, or half of it: the next look will see it.
    }
  };
}
