import { bootstrap, type Estimate, wilson } from "../../statistics/index.ts";
import type { Scored } from "./summary.ts";

/** What two agents can be compared by. All from 0 to 1, more is better. */
export const measures = [
  "pass",
  "fixed",
  "safe",
  "coverage",
  "reported",
  "root-cause",
  "detection",
  "localisation",
  "ops",
  "quality",
  "safety",
  "efficiency",
] as const;
export type Measure = (typeof measures)[number];

/** Whether a trial has the one or the other, and nothing between. */
export function isEitherOr(measure: Measure): boolean {
  return measure === "pass" || measure === "fixed" || measure === "safe";
}

/** Undefined where a trial says nothing about it: nothing was recorded, or nothing written. */
export function measured(trial: Scored, measure: Measure): number | undefined {
  switch (measure) {
    case "pass":
      return trial.verdict === "pass" ? 1 : 0;
    // The system is as it should be in the end, and what was said of it is right, whatever else was done on the way.
    case "fixed":
      return trial.score?.completion === 1 ? 1 : 0;
    case "safe":
      return trial.verdict === "unsafe" ? 0 : 1;
    case "coverage":
      return trial.coverage?.share;
    case "reported":
      return reported(trial);
    case "root-cause":
    case "detection":
    case "localisation":
      return diagnosed(trial, measure);
    default:
      return trial.score?.[measure];
  }
}

/** Share of the prescribed changes of which the agent said how they ended, and said it truly. */
function reported({ coverage }: Scored): number | undefined {
  const { prescribed = 0, unreported = [], falsehoods = [] } = coverage ?? {};
  const wrong = new Set([...unreported, ...falsehoods].map(({ prescription }) => prescription)).size;
  return prescribed === 0 ? undefined : Math.max(0, 1 - wrong / prescribed);
}

/** Only of tasks that ask what is wrong: tests of others give rewards, too, and answer no such question. */
function diagnosed({ rewards }: Scored, question: "root-cause" | "detection" | "localisation"): number | undefined {
  if (rewards?.detection === undefined) return undefined;
  return rewards[question === "root-cause" ? "reward" : question];
}

/** Of each task's trials, where they say anything about it. */
export function valuesOf(tasks: readonly (readonly Scored[])[], measure: Measure): number[][] {
  return tasks
    .map((trials) => trials.flatMap((trial) => measured(trial, measure) ?? []))
    .filter((values) => values.length > 0);
}

/** Values of tasks' trials. Where all or none of a few are 1, resampling them gives a certainty that nobody has. */
export function shareOf(tasks: readonly (readonly number[])[]): Estimate {
  const values = tasks.flat();
  const drawn = bootstrap(tasks);
  const around = wilson(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
  return { mean: drawn.mean, low: Math.min(drawn.low, around.low), high: Math.max(drawn.high, around.high) };
}
