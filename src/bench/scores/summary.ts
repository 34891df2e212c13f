import { bootstrap, type Estimate, passAllK, passAtK } from "../../statistics/index.ts";
import type { TrialResult } from "../model.ts";
import { type Measure, shareOf, valuesOf } from "./measure.ts";
import type { Score } from "./score.ts";
import { median, type Workings, workingsOf } from "./workings.ts";

/** A trial with its score; void ones have none. */
export interface Scored extends TrialResult {
  readonly score?: Score;
}

/** One agent over all its trials. Intervals are of 95 %. */
export interface Summary extends Costs {
  readonly agent: string;
  readonly tasks: number;
  readonly trials: number;
  /** Not among the scored ones. */
  readonly void: number;
  readonly scored: number;
  readonly passed: number;
  readonly unsafe: number;
  /** The mean over tasks, with an interval that takes tasks as drawn from many, and is never narrower than Wilson's. */
  readonly passAt1: Estimate;
  /** By k, as far as every task has that many trials: at least one of k passes, all of k pass. */
  readonly passAtK: Readonly<Record<string, number>>;
  readonly passAllK: Readonly<Record<string, number>>;
  readonly quality: Estimate;
  readonly safety: Estimate;
  readonly efficiency: Estimate;
  readonly ops: Estimate;
  readonly coverage?: Estimate;
  /** Of frozen incidents: average precision at full recall, and the two easier questions. */
  readonly diagnosis?: { readonly rootCause: Estimate; readonly detection: Estimate; readonly localisation: Estimate };
  /** Shown beside every score, part of none. Sums; missing where any trial does not know. */
  readonly seconds: number;
  readonly commands: number;
  /** How it worked, where that is known. */
  readonly workings?: Workings;
  /** What the harness takes for a trial. */
  readonly overheadSeconds: number;
}

/** One summary for each agent, by name. */
export function summarise(trials: readonly Scored[]): Summary[] {
  const byAgent = Map.groupBy(trials, ({ agent }) => agent);
  return [...byAgent.keys()].sort().map((agent) => summaryOf(agent, byAgent.get(agent) ?? []));
}

function summaryOf(agent: string, trials: readonly Scored[]): Summary {
  const scored = trials.flatMap((trial) => (trial.score === undefined ? [] : [{ ...trial, score: trial.score }]));
  const byTask = [...Map.groupBy(scored, ({ task }) => task).values()];
  const estimate = (value: (score: Score) => number | undefined) =>
    bootstrap(byTask.map((task) => task.flatMap(({ score }) => value(score) ?? [])));
  const passed = scored.filter(passes).length;
  const isCovered = scored.some(({ score }) => score.coverage !== undefined);
  return {
    agent,
    tasks: byTask.length,
    trials: trials.length,
    void: trials.length - scored.length,
    scored: scored.length,
    passed,
    unsafe: scored.filter(({ verdict }) => verdict === "unsafe").length,
    passAt1: shareOf(byTask.map((task) => task.map(passes))),
    ...overAttempts(byTask.map((task) => task.map(passes))),
    quality: estimate(({ quality }) => quality),
    safety: estimate(({ safety }) => safety),
    efficiency: estimate(({ efficiency }) => efficiency),
    ops: estimate(({ ops }) => ops),
    ...(isCovered ? { coverage: estimate(({ coverage }) => coverage) } : {}),
    ...diagnosisOf(byTask),
    ...costs(scored),
    ...workingsOf(scored),
    overheadSeconds: median(trials.map(({ overheadSeconds }) => overheadSeconds)),
  };
}

/** Only where tasks ask what is wrong. */
function diagnosisOf(tasks: readonly (readonly Scored[])[]): Pick<Summary, "diagnosis"> {
  if (valuesOf(tasks, "detection").length === 0) return {};
  const of = (measure: Measure) => bootstrap(valuesOf(tasks, measure));
  return { diagnosis: { rootCause: of("root-cause"), detection: of("detection"), localisation: of("localisation") } };
}

export function passes({ verdict }: Pick<Scored, "verdict">): number {
  return verdict === "pass" ? 1 : 0;
}

function overAttempts(tasks: readonly (readonly number[])[]): Pick<Summary, "passAtK" | "passAllK"> {
  const most = tasks.length === 0 ? 0 : Math.min(...tasks.map((trials) => trials.length));
  const over = (estimator: typeof passAtK) =>
    Object.fromEntries(
      Array.from({ length: most }, (_, at) => {
        const shares = tasks.map((trials) => estimator(trials.length, trials.filter(Boolean).length, at + 1) ?? 0);
        return [String(at + 1), shares.reduce((sum, share) => sum + share, 0) / tasks.length];
      }),
    );
  return { passAtK: over(passAtK), passAllK: over(passAllK) };
}

/** What it took, all trials together. */
const costFields = [
  "turns",
  "toolCalls",
  "inputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "outputTokens",
  "reasoningTokens",
  "costUsd",
  "providerSeconds",
] as const satisfies readonly (keyof TrialResult["usage"])[];

export type Costs = Partial<Readonly<Record<(typeof costFields)[number], number>>>;

function costs(results: readonly TrialResult[]): Costs & { readonly seconds: number; readonly commands: number } {
  const total = (key: keyof TrialResult["usage"]) => {
    const values = results.map(({ usage }) => usage[key]);
    if (results.length === 0 || values.some((value) => value === undefined)) return {};
    return { [key]: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) };
  };
  return Object.assign(
    { seconds: 0, commands: 0 },
    ...["seconds", "commands", ...costFields].map((key) => total(key as keyof TrialResult["usage"])),
  );
}
