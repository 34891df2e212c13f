import {
  type Comparison,
  chanceOf,
  chanceOfShares,
  compare,
  differenceOfShares,
  type Interval,
} from "../../statistics/index.ts";
import { passes, type Scored } from "./summary.ts";

export type Measure = "pass" | "ops" | "quality" | "safety" | "efficiency";

export interface TaskComparison extends Interval {
  readonly task: string;
  /** Shares of trials that passed. */
  readonly before: number;
  readonly after: number;
  readonly trials: { readonly before: number; readonly after: number };
  readonly verdict: Comparison["verdict"];
}

export interface Compared {
  readonly measure: Measure;
  /** Over all tasks that both tried: the second less the first. */
  readonly overall: Comparison & { readonly chance: number };
  /** Each by itself, by what passed. */
  readonly tasks: readonly TaskComparison[];
  /** Tasks that only one of them tried. */
  readonly unpaired: readonly string[];
}

/** Resampling a few tasks gives intervals that are too narrow, so chance alone must be unlikely as well. */
const unlikely = 0.05;

/** Whether the second is better than the first. Inside the noise it cannot be told. */
export function compareTrials(
  first: readonly Scored[],
  second: readonly Scored[],
  measure: Measure = "pass",
): Compared {
  const [before, after] = [byTask(first), byTask(second)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const paired = names.filter((name) => before.has(name) && after.has(name));
  const values = (from: typeof before) =>
    new Map(paired.map((name) => [name, (from.get(name) ?? []).map((trial) => measured(trial, measure))]));
  const [a, b] = [values(before), values(after)];
  const chance = chanceOf(paired.map((name) => mean(b.get(name) ?? []) - mean(a.get(name) ?? [])));
  const compared = compare(a, b);
  return {
    measure,
    overall: { ...compared, verdict: chance < unlikely ? compared.verdict : "cannot tell", chance },
    tasks: paired.map((task) => compareTask(task, before.get(task) ?? [], after.get(task) ?? [])),
    unpaired: names.filter((name) => !paired.includes(name)),
  };
}

function compareTask(task: string, before: readonly Scored[], after: readonly Scored[]): TaskComparison {
  const count = (trials: readonly Scored[]) => ({ successes: trials.filter(passes).length, trials: trials.length });
  const [a, b] = [count(before), count(after)];
  const told = chanceOfShares(a, b) < unlikely;
  const [shareBefore, shareAfter] = [a.successes / a.trials, b.successes / b.trials];
  return {
    task,
    before: shareBefore,
    after: shareAfter,
    trials: { before: a.trials, after: b.trials },
    ...differenceOfShares(a, b),
    verdict: told ? (shareAfter > shareBefore ? "better" : "worse") : "cannot tell",
  };
}

function byTask(trials: readonly Scored[]): Map<string, Scored[]> {
  return Map.groupBy(
    trials.filter(({ score }) => score !== undefined),
    ({ task }) => task,
  );
}

function measured(trial: Scored, measure: Measure): number {
  return measure === "pass" ? passes(trial) : (trial.score?.[measure] ?? 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
