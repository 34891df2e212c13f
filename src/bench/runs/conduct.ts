import type { KeyObject } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import { type Report, withLock } from "../../process/index.ts";
import type { TrialResult } from "../model.ts";
import {
  bundleFile,
  jobResult,
  type LockedTrial,
  loadLock,
  loadRun,
  loadTrial,
  openTrial,
  placeJson,
  type Run,
  type RunLock,
  RunProblem,
  retriesOf,
  type StoredTrial,
  sealRun,
  setAside,
  storeTrial,
  unfinishedPrefix,
} from "../results/index.ts";
import { type Chain, chainsOf } from "./chains.ts";
import { liveProgress } from "./progress.ts";
import { type Budget, inTurn } from "./queue.ts";

export interface ConductOptions {
  readonly budget: Budget;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Signs the results when all trials are over. */
  readonly key: KeyObject;
  /** Tries again what was void before. */
  readonly retryVoid?: boolean | undefined;
}

/** How trials are made: by `runTrial` on real clusters, unless a test of runs themselves has something smaller. */
export interface Trials {
  memoryOf(planned: LockedTrial): number;
  /** It begins now: what was prepared for it is no other's. */
  reserve?(planned: LockedTrial): void;
  /** It comes next. */
  prepare?(planned: LockedTrial): void;
  /** Whether it is made after this one and not beside it, for it may get its cluster. */
  follows?(planned: LockedTrial, before: LockedTrial): boolean;
  attempt(planned: LockedTrial, place: Place): Promise<TrialResult>;
}

/** Where a trial is made. */
export interface Place {
  /** For artifacts. */
  readonly directory: string;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** The trial that follows. */
  readonly heir?: LockedTrial | undefined;
}

/** Makes all trials of a run that are not over, however often it was interrupted before. Then the run is signed. */
export async function conduct(directory: string, trials: Trials, options: ConductOptions): Promise<Run> {
  return await alone(directory, async () => {
    const lock = await loadLock(directory);
    await rm(join(directory, bundleFile), { force: true });
    await removeUnfinished(directory);
    const { done, pending } = await sortOut(directory, lock, options.retryVoid ?? false);
    await makeTrials({ directory, lock, done, pending }, trials, options);
    await sealRun(directory, options.key);
    return await loadRun(directory);
  });
}

/** One process at a time works on a run. The kernel forgets the lock with the process that held it. */
export async function alone<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const whileWaiting = () => {
    throw new RunProblem("RUN_IN_USE", `${directory}: another process works on this run`, {
      hint: "wait until it has ended, or give this run a directory of its own with --out",
    });
  };
  // Not made here: a run that is not there gets no directory.
  await loadLock(directory);
  return await withLock(join(directory, ".in-use"), work, { whileWaiting });
}

/** Files that a process was writing when it was killed. */
async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(unfinishedPrefix));
  for (const name of names) await rm(join(directory, name), { force: true });
}

interface Begun {
  readonly directory: string;
  readonly lock: RunLock;
  readonly done: StoredTrial[];
  readonly pending: readonly LockedTrial[];
}

async function sortOut(directory: string, lock: RunLock, retryVoid: boolean): Promise<Pick<Begun, "done" | "pending">> {
  const done: StoredTrial[] = [];
  const pending: LockedTrial[] = [];
  for (const planned of lock.trials) {
    const stored = await loadTrial(directory, planned.trial);
    const again = stored?.verdict === "void" && retryVoid;
    if (again) await setAside(directory, planned.trial);
    if (stored === undefined || again) pending.push(planned);
    else done.push(stored);
  }
  return { done, pending };
}

async function makeTrials(begun: Begun, trials: Trials, options: ConductOptions): Promise<void> {
  const { directory, lock, done, pending } = begun;
  const { budget, signal } = options;
  // A failure to write ends the others as well: what they find could not be kept either.
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const live = liveProgress(options.report, lock, done, budget.jobs);
  const started = new Date().toISOString();
  const retries = await retriesOf(directory);
  let running = 0;
  let writing = Promise.resolve();
  const account = (finished = false) => {
    writing = writing.then(() =>
      placeJson(join(directory, "result.json"), jobResult(lock, done, { started, finished, running, retries })),
    );
    return writing;
  };
  const make = async (planned: LockedTrial, heir: LockedTrial | undefined) => {
    running += 1;
    trials.reserve?.(planned);
    try {
      const place = await openTrial(directory, lock, planned);
      await account();
      const artifacts = join(place, "artifacts");
      const found = { directory: artifacts, report: live.of(planned), signal: either, heir };
      const result = await attemptOrVoid(trials, planned, found);
      done.push(await storeTrial(directory, lock, planned, result));
      live.ended(planned, result);
    } catch (thrown) {
      failure.abort(thrown);
      throw thrown;
    } finally {
      running -= 1;
    }
    await account();
  };
  const work = async (chain: Chain) => {
    for (const [at, planned] of chain.entries()) {
      either.throwIfAborted();
      await make(planned, chain[at + 1]);
    }
  };
  const chains = chainsOf(pending, trials.follows ?? (() => false));
  const memoryOf = (chain: Chain) => Math.max(...chain.map(trials.memoryOf));
  const next = ([first]: Chain) => trials.prepare?.(first);
  try {
    await inTurn(chains, { budget, memoryOf, work, next, signal: either });
    await account(true);
    live.finished();
  } catch (thrown) {
    live.stopped();
    await account().catch(() => {});
    throw thrown;
  }
}

/** Whatever goes wrong with one trial is no reason to end the others. */
async function attemptOrVoid(trials: Trials, planned: LockedTrial, place: Place): Promise<TrialResult> {
  place.signal.throwIfAborted();
  try {
    return await trials.attempt(planned, place);
  } catch (thrown) {
    place.signal.throwIfAborted();
    return {
      schema: "airworthy-trial/1",
      ...{ task: planned.task, agent: planned.agent, seed: planned.seed, attempt: planned.attempt },
      ...{ expected: "repair", verdict: "void", because: [messageOf(thrown)], findings: [], authority: [] },
      ...{ steps: [], usage: { seconds: 0, commands: 0 }, overheadSeconds: 0, timeline: [], output: "" },
    };
  }
}
