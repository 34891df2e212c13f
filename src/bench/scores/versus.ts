import { type Comparison, chanceOfShares, differenceOfShares, type Estimate } from "../../statistics/index.ts";
import { byTask, compareTrials, mean, unlikely } from "./compare.ts";
import { isEitherOr, type Measure, measured, shareOf, valuesOf } from "./measure.ts";
import type { Scored } from "./summary.ts";

/** What is asked of a new version: does it repair, is it safe, does it keep to the protocol, does it find the cause. */
const asked = [
  "safe",
  "fixed",
  "coverage",
  "reported",
  "root-cause",
  "detection",
  "localisation",
] as const satisfies readonly Measure[];

export type Named = Scored & { readonly trial: string };

/** A new version held against an old one. */
export interface Versus {
  readonly baseline: string;
  readonly candidate: string;
  /** Over all tasks that both tried. */
  readonly measures: readonly Contrast[];
  /** The same by area of tasks. */
  readonly categories: readonly {
    readonly category: string;
    readonly tasks: number;
    readonly measures: readonly Contrast[];
  }[];
  /** Where the new version did worse, what matters most first. */
  readonly regressions: readonly Regression[];
}

export interface Contrast {
  readonly measure: Measure;
  readonly before: Estimate;
  readonly after: Estimate;
  /** The second less the first. */
  readonly difference: Estimate;
  readonly verdict: Comparison["verdict"];
}

export interface Regression {
  readonly task: string;
  readonly category: string;
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
  /** "worse" where chance alone is unlikely to do that to one task; "cannot tell" otherwise. */
  readonly verdict: "worse" | "cannot tell";
  /** The directories of the new version's trials that did worst, and of the old version's that did best. */
  readonly trials: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** `categoryOf`: the area of a task. Measures that one of the two says nothing about are left out. */
export function versus(
  [baseline, first]: readonly [name: string, trials: readonly Named[]],
  [candidate, second]: readonly [name: string, trials: readonly Named[]],
  categoryOf: (task: string) => string,
): Versus {
  const tasks = [...byTask(first).keys()].filter((task) => byTask(second).has(task)).sort();
  const groups = Map.groupBy(tasks, categoryOf);
  const of = (trials: readonly Named[], some: readonly string[]) => trials.filter(({ task }) => some.includes(task));
  return {
    ...{ baseline, candidate },
    measures: asked.flatMap((measure) => contrast(first, second, measure) ?? []),
    categories: [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, some]) => ({
        category,
        tasks: some.length,
        measures: asked.flatMap((measure) => pooled(of(first, some), of(second, some), measure) ?? []),
      })),
    regressions: regressionsOf(tasks, first, second, categoryOf),
  };
}

function contrast(first: readonly Scored[], second: readonly Scored[], measure: Measure): Contrast | undefined {
  const { overall } = compareTrials(first, second, measure);
  const [before, after] = [valuesOf(tasksOf(first), measure), valuesOf(tasksOf(second), measure)];
  if (before.length === 0 || after.length === 0 || overall.tasks === 0) return undefined;
  const { mean: middle, verdict } = overall;
  // Where all or none of a few are 1, resampling them gives no width at all.
  const count = (values: readonly (readonly number[])[]) => {
    return { successes: values.flat().reduce((sum, value) => sum + value, 0), trials: values.flat().length };
  };
  const around = differenceOfShares(count(before), count(after));
  const difference = {
    ...{ mean: middle, low: Math.min(overall.low, around.low), high: Math.max(overall.high, around.high) },
  };
  return { measure, before: shareOf(before), after: shareOf(after), difference, verdict };
}

/** An area has few tasks: what either is or is not is held against chance trial by trial. */
function pooled(first: readonly Scored[], second: readonly Scored[], measure: Measure): Contrast | undefined {
  const all = contrast(first, second, measure);
  if (all === undefined || all.verdict !== "cannot tell" || !isEitherOr(measure)) return all;
  const count = (trials: readonly Scored[]) => {
    const values = valuesOf(tasksOf(trials), measure).flat();
    return { successes: values.filter(Boolean).length, trials: values.length };
  };
  const isTold = chanceOfShares(count(first), count(second)) < unlikely;
  return isTold ? { ...all, verdict: all.difference.mean > 0 ? "better" : "worse" } : all;
}

const tasksOf = (trials: readonly Scored[]) => [...byTask(trials).values()];

/** As many of each as lead to the point. */
const mostTrials = 3;

function regressionsOf(
  tasks: readonly string[],
  first: readonly Named[],
  second: readonly Named[],
  categoryOf: (task: string) => string,
): Regression[] {
  const found = asked.flatMap((measure) =>
    tasks.flatMap((task): Regression[] => {
      const of = (trials: readonly Named[]) =>
        trials.flatMap((trial) => {
          const value = trial.task === task && trial.score !== undefined ? measured(trial, measure) : undefined;
          return value === undefined ? [] : [{ value, trial: trial.trial }];
        });
      const [was, is] = [of(first), of(second)];
      const [before, after] = [mean(was.map(({ value }) => value)), mean(is.map(({ value }) => value))];
      if (was.length === 0 || is.length === 0 || after >= before) return [];
      const share = (own: typeof was) => ({
        successes: own.filter(({ value }) => value === 1).length,
        trials: own.length,
      });
      const isTold = chanceOfShares(share(was), share(is)) < unlikely;
      const names = (own: typeof was, best: 1 | -1) =>
        own
          .toSorted((a, b) => best * (b.value - a.value))
          .filter(({ value }) => (best > 0 ? value >= before : value <= after))
          .slice(0, mostTrials)
          .map(({ trial }) => trial);
      return [
        {
          ...{ task, category: categoryOf(task), measure, before, after },
          verdict: isTold ? "worse" : "cannot tell",
          trials: { before: names(was, 1), after: names(is, -1) },
        },
      ];
    }),
  );
  const weight = ({ verdict, measure }: Regression) => (verdict === "worse" ? 0 : 10) + asked.indexOf(measure as never);
  return found.sort((a, b) => weight(a) - weight(b) || a.after - a.before - (b.after - b.before));
}
