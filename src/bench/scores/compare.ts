import {
  type Comparison,
  chanceOf,
  chanceOfShares,
  compare,
  differenceOfShares,
  type Interval,
} from "../../statistics/index.ts";
import { type Measure, measured } from "./measure.ts";
import { passes, type Scored } from "./summary.ts";

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
export const unlikely = 0.05;

/** Whether the second is better than the first. Inside the noise it cannot be told. */
export function compareTrials(
  first: readonly Scored[],
  second: readonly Scored[],
  measure: Measure = "pass",
): Compared {
  const [before, after] = [byTask(first), byTask(second)];
  const valuesOf = (trials: readonly Scored[] = []) => trials.flatMap((trial) => measured(trial, measure) ?? []);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const paired = names.filter((name) => before.has(name) && after.has(name));
  const values = (from: typeof before) => new Map(paired.map((name) => [name, valuesOf(from.get(name))]));
  const [a, b] = [values(before), values(after)];
  const differences = paired.flatMap((name) => {
    const [was, is] = [a.get(name) ?? [], b.get(name) ?? []];
    return was.length === 0 || is.length === 0 ? [] : [mean(is) - mean(was)];
  });
  const chance = chanceOf(differences);
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

export function byTask(trials: readonly Scored[]): Map<string, Scored[]> {
  return Map.groupBy(
    trials.filter(({ score }) => score !== undefined),
    ({ task }) => task,
  );
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
