import { type Random, seeded } from "./random.ts";

/** Where a figure lies with 95 % confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 %. */
const z = 1.959963984540054;

/** Wilson's interval of a share: honest also for few trials and for none or all of them. */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const centre = (share + z ** 2 / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

export interface Estimate extends Interval {
  readonly mean: number;
}

/**
 * The mean over tasks of the mean over a task's trials. Tasks are drawn anew as a whole, then trials within each: trials
 * of one task resemble each other, and an interval that took them for independent would be too narrow. The same values
 * give the same interval.
 */
export function bootstrap(tasks: readonly (readonly number[])[], rounds = 2_000): Estimate {
  const filled = tasks.filter((trials) => trials.length > 0);
  if (filled.length === 0) return { mean: 0, low: 0, high: 1 };
  const random = seeded(JSON.stringify(filled));
  const means = Array.from({ length: rounds }, () =>
    mean(resample(random, filled).map((trials) => mean(resample(random, trials)))),
  );
  return { mean: mean(filled.map(mean)), ...middle(means) };
}

export type Comparison = Estimate & { readonly verdict: "better" | "worse" | "cannot tell"; readonly tasks: number };

/**
 * Whether `b` is better than `a` on the tasks that both tried: the difference task by task, so that how hard a task is
 * cancels out. Inside the noise nobody is better.
 */
export function compare(
  a: ReadonlyMap<string, readonly number[]>,
  b: ReadonlyMap<string, readonly number[]>,
  rounds = 2_000,
): Comparison {
  const pairs = [...a].flatMap(([task, before]) => {
    const after = b.get(task);
    return after === undefined || after.length === 0 || before.length === 0 ? [] : [{ before, after }];
  });
  if (pairs.length === 0) return { mean: 0, low: -1, high: 1, verdict: "cannot tell", tasks: 0 };
  const random = seeded(JSON.stringify(pairs));
  const differences = Array.from({ length: rounds }, () =>
    mean(
      resample(random, pairs).map(
        ({ before, after }) => mean(resample(random, after)) - mean(resample(random, before)),
      ),
    ),
  );
  const interval = middle(differences);
  const verdict = interval.low > 0 ? "better" : interval.high < 0 ? "worse" : "cannot tell";
  return {
    mean: mean(pairs.map(({ before, after }) => mean(after) - mean(before))),
    ...interval,
    verdict,
    tasks: pairs.length,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function resample<T>(random: Random, values: readonly T[]): T[] {
  return values.map(() => values[Math.floor(random() * values.length)] as T);
}

/** The middle 95 % of what was drawn. */
function middle(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}
