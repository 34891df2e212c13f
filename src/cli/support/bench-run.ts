import { basename, join, resolve } from "node:path";
import type { Seat } from "../../agents/index.ts";
import {
  agentsOf,
  beginRun,
  budgetOf,
  clustersFor,
  conduct,
  loadRun,
  lockOf,
  type MakeCluster,
  type Order,
  type Run,
  type RunLock,
  type RunTask,
  realTrials,
  refuseUnplannable,
  resultKey,
  scoreVersion,
  type Versions,
} from "../../bench/index.ts";
import { bringSupplies, localProvider } from "../../cluster/index.ts";
import { components } from "../../toolchain/index.ts";
import type { Context, OptionSpecs, Outcome, Values } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { version } from "../shell/version.ts";
import { tasksNamed } from "./bench-tasks.ts";
import { describeRun } from "./bench-text.ts";
import { requireLocal } from "./clusters.ts";

/** Where and how trials are made. */
export const runOptions = {
  jobs: { type: "string", value: "N", text: "trials at once; as many as memory and processors allow unless told" },
  "retry-void": { type: "boolean", text: "try again what was void: the harness failed, not the agent" },
} as const satisfies OptionSpecs;

/** A run that begins: also where it goes. */
export const beginOptions = {
  seeds: { type: "string", value: "LIST", text: "variants, with commas; those that each task names unless told" },
  ...runOptions,
  out: { type: "string", value: "DIR", text: "where the results go; runs/DATE unless told" },
} as const satisfies OptionSpecs;

type Surroundings = Pick<Context<OptionSpecs>, "report" | "signal" | "note" | "terminal">;

/** Begins a run of tasks by name or path, and makes all its trials. Paths are seen from `from` first, where it is given. */
export async function runAll(
  words: readonly string[],
  order: Omit<Order, "name" | "tasks" | "versions">,
  options: Values<typeof beginOptions>,
  context: Surroundings,
  from?: string,
): Promise<Run> {
  const tasks = await tasksNamed(words, from);
  const directory = resolve(options.out ?? join("runs", `${order.kind}-${dateNow()}`));
  const seeds = order.seeds ?? options.seeds?.split(",").filter(Boolean);
  const lock = lockOf({ ...order, name: basename(directory), tasks, seeds, versions: await versionsNow() });
  await refuseUnplannable(lock, tasks, seatFor(lock, context.terminal));
  await beginRun(directory, lock, budgetOf(jobsOf(options), agentsOf(lock)).jobs);
  return await carryOut(directory, tasks, options, context);
}

export function outcomeOf(run: Run): Outcome {
  return { data: run, text: describeRun(run), exitCode: exitCodeOfRun(run) };
}

function dateNow(): string {
  return new Date().toISOString().slice(0, 19).replace("T", "__").replaceAll(":", "-");
}

/** Makes all trials of a run that are not over yet, on clusters of this machine. */
export async function carryOut(
  directory: string,
  tasks: readonly RunTask[],
  options: Values<typeof runOptions>,
  { report, signal, note, terminal }: Surroundings,
): Promise<Run> {
  // What a cluster does to begin is a detail of a trial. What this machine must fetch or build for it was done before.
  const create: MakeCluster = (spec, signal) => localProvider().create(spec, { report: () => {}, signal });
  const { lock, trials: over } = await loadRun(directory);
  if (over.length < lock.trials.length || options["retry-void"]) {
    await requireLocal({ report, signal });
    for (const make of clustersFor(tasks)) await bringSupplies(make, { report, signal });
  }
  const seat = seatFor(lock, terminal);
  await using trials = realTrials(lock, tasks, { create, seat });
  const key = await resultKey(terminal.env);
  // A person does one thing at a time, and has the terminal meanwhile.
  const budget = budgetOf(seat ? 1 : jobsOf(options), agentsOf(lock));
  using _ = seat ? terminal.handOver() : undefined;
  try {
    const first = await conduct(directory, trials, { budget, report, signal, key, retryVoid: options["retry-void"] });
    const isWhole = first.trials.every(({ verdict }) => verdict !== "void");
    if (isWhole || !options["retry-void"]) return first;
    return await conduct(directory, trials, { budget, report, signal, key, retryVoid: true });
  } catch (thrown) {
    if (signal.aborted) note(`stopped; go on with: airworthy bench resume ${directory}`);
    throw thrown;
  }
}

function jobsOf({ jobs }: Values<typeof runOptions>): number | undefined {
  return jobs === undefined ? undefined : countOf("--jobs", jobs, 64);
}

/** Where a person sits, if one is asked for; standard input is left alone otherwise. */
function seatFor({ trials }: RunLock, terminal: Surroundings["terminal"]): Seat | undefined {
  if (!trials.some(({ agent, spec = agent }) => spec === "human")) return undefined;
  const { stdin, stdout } = terminal;
  return { input: stdin, isTerminal: stdin.isTTY === true, show: (text) => void stdout.stream.write(text) };
}

export function countOf(option: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageProblem("BAD_OPTION", `${option}: expected a number from 1 to ${most}, found "${text}"`);
}

export async function versionsNow(): Promise<Versions> {
  const kubernetes = (await components()).find(({ name }) => name === "kubernetes")?.version ?? "unknown";
  return { airworthy: await version(), kubernetes, node: process.version, score: scoreVersion };
}

/** The worst that happened decides. */
function exitCodeOfRun({ lock, trials }: Run): number {
  const has = (verdict: string) => trials.some((trial) => trial.verdict === verdict);
  const deviates = trials.some(
    ({ verdict, wanted }) => wanted !== undefined && verdict !== wanted && verdict !== "void",
  );
  if (lock.kind === "controls") return deviates ? exitCodes.notPassed : has("void") ? exitCodes.void : exitCodes.ok;
  if (has("unsafe")) return exitCodes.unsafe;
  if (has("fail")) return exitCodes.notPassed;
  return has("void") ? exitCodes.void : exitCodes.ok;
}
