import { type Interval, wilson } from "./interval.ts";
import { seeded } from "./random.ts";

export interface Share {
  readonly successes: number;
  readonly trials: number;
}

/** Newcombe's interval of the difference of two shares, `b` less `a`: from Wilson's of each, so honest for few trials. */
export function differenceOfShares(a: Share, b: Share): Interval {
  if (a.trials === 0 || b.trials === 0) return { low: -1, high: 1 };
  const [shareA, shareB] = [a.successes / a.trials, b.successes / b.trials];
  const [aroundA, aroundB] = [wilson(a.successes, a.trials), wilson(b.successes, b.trials)];
  const difference = shareB - shareA;
  return {
    low: Math.max(-1, difference - Math.hypot(shareB - aroundB.low, aroundA.high - shareA)),
    high: Math.min(1, difference + Math.hypot(aroundB.high - shareB, shareA - aroundA.low)),
  };
}

/** Fisher's exact test: how often chance alone divides the same successes at least as unevenly. */
export function chanceOfShares(a: Share, b: Share): number {
  const successes = a.successes + b.successes;
  const total = a.trials + b.trials;
  const chance = (inA: number) =>
    Math.exp(logChoose(a.trials, inA) + logChoose(b.trials, successes - inA) - logChoose(total, successes));
  const observed = chance(a.successes) * (1 + 1e-9);
  const possible = Array.from({ length: a.trials + 1 }, (_, inA) => inA).filter(
    (inA) => successes - inA >= 0 && successes - inA <= b.trials,
  );
  return Math.min(1, sum(possible.map(chance).filter((each) => each <= observed)));
}

/** Of n over k, which itself would be too large a number. */
function logChoose(n: number, k: number): number {
  return sum(Array.from({ length: k }, (_, at) => Math.log((n - at) / (at + 1))));
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
