import { type CallClass, type FailureKind, failureKinds } from "../../behaviour/index.ts";
import type { TrialResult } from "../model.ts";

type Told = Pick<TrialResult, "usage" | "conduct" | "failures">;

/** How trials were worked, all together: of one agent, or of one task. */
export interface Workings {
  /** Of which trials that is known. */
  readonly trials: number;
  /** Sums. */
  readonly calls: number;
  readonly classes: Readonly<Record<CallClass, number>>;
  readonly redundant: number;
  readonly gaveUp: number;
  /** Medians over the trials that wrote, in seconds; left out where none did. */
  readonly firstWrite?: number;
  readonly lastWrite?: number;
  /** Among the trials that wrote: in how many it looked afterwards. */
  readonly wrote: number;
  readonly verified: number;
  /** Trials in which it went wrong so; kinds that did not occur are left out. */
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>;
}

/** Left out where no trial tells. */
export function workingsOf(trials: readonly Told[]): { readonly workings?: Workings } {
  const told = trials.flatMap(({ conduct }) => (conduct === undefined ? [] : [conduct]));
  if (told.length === 0) return {};
  const total = (value: (conduct: (typeof told)[number]) => number) => told.reduce((sum, each) => sum + value(each), 0);
  const wrote = told.filter(({ firstWrite }) => firstWrite !== undefined);
  const middle = (key: "firstWrite" | "lastWrite") =>
    wrote.length === 0 ? {} : { [key]: median(wrote.map((each) => each[key] ?? 0)) };
  const counts = failureKinds.map((kind) => {
    const having = trials.filter(({ failures = [] }) => failures.some((failure) => failure.kind === kind));
    return [kind, having.length] as const;
  });
  const workings: Workings = {
    trials: told.length,
    calls: total(({ calls }) => calls),
    classes: {
      read: total(({ classes }) => classes.read),
      write: total(({ classes }) => classes.write),
      wait: total(({ classes }) => classes.wait),
      other: total(({ classes }) => classes.other),
    },
    redundant: total(({ redundant }) => redundant),
    gaveUp: total(({ gaveUp }) => (gaveUp ? 1 : 0)),
    ...middle("firstWrite"),
    ...middle("lastWrite"),
    wrote: wrote.length,
    verified: wrote.filter(({ verified }) => verified).length,
    failures: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
  return { workings };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? 0 : (low + high) / 2;
}
