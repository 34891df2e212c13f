import { bootstrap, type Estimate, wilson } from "../statistics/index.ts";
import type { Answer } from "./answer.ts";
import { everythingThereIs, everythingWithAnAlert, firstChangedObject, oracle } from "./baselines.ts";
import { truthOf } from "./labels.ts";
import { type OpenOptions, openSnapshot } from "./open.ts";
import { score } from "./score.ts";
import type { Store } from "./store/store.ts";
import type { Truth } from "./truth/index.ts";

/** Ways to answer that need no model. What an agent is worth shows beside them. */
const baselines = {
  oracle,
  empty: async () => ({ causes: [], components: [], propagations: [] }),
  "name everything": everythingThereIs,
  "everything with an alert": (store) => everythingWithAnAlert(store),
  "everything critical": (store) => everythingWithAnAlert(store, "critical"),
  "alerts at the end": (store) => everythingWithAnAlert(store, "last"),
  "first changed object": firstChangedObject,
} as const satisfies Readonly<Record<string, (store: Store, truth: Truth) => Promise<Answer>>>;

export interface Measured {
  readonly baseline: string;
  readonly rootCause: Estimate;
  readonly detection: Estimate;
  /** Over the snapshots whose ground truth tells of parts. */
  readonly localisation: Estimate | undefined;
  readonly snapshots: readonly {
    readonly name: string;
    readonly rootCause: number;
    readonly detection: number;
    readonly localisation: number | undefined;
  }[];
}

/** Every baseline over every snapshot, with intervals of 95 % that take the snapshots as drawn from many. */
export async function measureBaselines(
  snapshots: readonly { readonly path: string; readonly name: string }[],
  options: OpenOptions = {},
): Promise<readonly Measured[]> {
  const rows = new Map<string, Measured["snapshots"][number][]>(Object.keys(baselines).map((name) => [name, []]));
  for (const { path, name } of snapshots) {
    options.signal?.throwIfAborted();
    const { truth } = await truthOf(path, options);
    using store = await openSnapshot(path, options);
    for (const [baseline, answer] of Object.entries(baselines)) {
      const { score: rootCause, questions } = score(await answer(store, truth), truth);
      rows.get(baseline)?.push({ name, rootCause, ...questions });
    }
  }
  return [...rows].map(([baseline, all]) => {
    const parts = all.flatMap(({ localisation }) => localisation ?? []);
    return {
      baseline,
      rootCause: estimate(all.map(({ rootCause }) => rootCause)),
      detection: estimate(all.map(({ detection }) => detection)),
      localisation: parts.length === 0 ? undefined : estimate(parts),
      snapshots: all,
    };
  });
}

/** Where all or none are right, resampling gives no width at all, and so a certainty that nobody has. */
function estimate(values: readonly number[]): Estimate {
  const drawn = bootstrap(values.map((value) => [value]));
  if (values.some((value) => value !== 0 && value !== 1)) return drawn;
  const around = wilson(values.filter((value) => value === 1).length, values.length);
  return { mean: drawn.mean, low: Math.min(drawn.low, around.low), high: Math.max(drawn.high, around.high) };
}
