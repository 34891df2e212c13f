import { type Interval, wilson } from "./interval.ts";
import { seeded } from "./random.ts";

/** Newcombe's interval of the difference of two shares, `b` less `a`: from Wilson's of each, so honest for few trials. */
export function differenceOfShares(
  a: { readonly successes: number; readonly trials: number },
  b: { readonly successes: number; readonly trials: number },
): Interval {
  if (a.trials === 0 || b.trials === 0) return { low: -1, high: 1 };
  const [shareA, shareB] = [a.successes / a.trials, b.successes / b.trials];
  const [aroundA, aroundB] = [wilson(a.successes, a.trials), wilson(b.successes, b.trials)];
  const difference = shareB - shareA;
  return {
    low: Math.max(-1, difference - Math.hypot(shareB - aroundB.low, aroundA.high - shareA)),
    high: Math.min(1, difference + Math.hypot(aroundB.high - shareB, shareA - aroundA.low)),
  };
}

/** Up to this many, every way to turn signs is tried; beyond, as many ways are drawn. */
const all = 14;

/**
 * How often chance alone gives a mean at least this far from 0: if nothing differs, each difference might as well have
 * the other sign. Exact for few values, where intervals from resampling are too narrow: below six values nothing is sure.
 */
export function chanceOf(differences: readonly number[]): number {
  const real = differences.filter((value) => value !== 0);
  const observed = Math.abs(sum(real)) - 1e-9;
  if (real.length === 0) return 1;
  const exact = real.length <= all;
  const random = seeded(JSON.stringify(real));
  const ways = exact ? 2 ** real.length : 20_000;
  let asFar = 0;
  for (let way = 0; way < ways; way += 1) {
    const turned = real.map((value, at) => ((exact ? (way >> at) & 1 : random() < 0.5) ? -value : value));
    if (Math.abs(sum(turned)) >= observed) asFar += 1;
  }
  return asFar / ways;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
