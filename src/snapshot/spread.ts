import type { Answer } from "./answer.ts";
import { type Entity, showEntity } from "./entity.ts";
import { normalise } from "./normalise.ts";
import { classesOf, rootClasses, type Truth } from "./truth/index.ts";

/** How well an answer knows the way that an incident took. Steps between groups of one class are no steps. */
export function spreadOf(
  answer: Answer,
  named: readonly (string | undefined)[],
  truth: Truth,
): { readonly proximity: number; readonly chain: number | undefined } {
  const hops = hopsFromRoots(truth);
  const near = (class_: string | undefined) => {
    const away = class_ === undefined ? undefined : hops.get(class_);
    return away === undefined ? 0 : 1 / (1 + away);
  };
  return {
    proximity: named.length === 0 ? 0 : named.reduce((sum, class_) => sum + near(class_), 0) / named.length,
    chain: chainOf(answer, truth),
  };
}

/** Steps from the nearest root cause, along the propagations. */
function hopsFromRoots(truth: Truth): ReadonlyMap<string, number> {
  const classes = classesOf(truth);
  const hops = new Map([...rootClasses(truth)].map((root) => [root, 0]));
  // Whatever is added while the loop runs is visited by it: breadth first, nearest first.
  for (const [from, away] of hops) {
    for (const { source, target } of truth.propagations) {
      const next = classes.get(target);
      if (classes.get(source) === from && next !== undefined && !hops.has(next)) hops.set(next, away + 1);
    }
  }
  return hops;
}

function chainOf(answer: Answer, truth: Truth): number | undefined {
  if (truth.propagations.length === 0 || answer.propagations.length === 0) return undefined;
  const classes = classesOf(truth);
  const stationOf = (entity: Entity) => {
    const group = normalise(entity, truth).match?.group.id;
    return group === undefined ? showEntity(entity) : `class ${classes.get(group)}`;
  };
  const told = contracted(answer.propagations.flatMap(({ source, target }) => [stationOf(source), stationOf(target)]));
  const real = contracted(
    truth.propagations.flatMap(({ source, target }) => [source, target]).map((id) => `class ${classes.get(id) ?? id}`),
  );
  const common = longestCommonSubsequence(told, real);
  return common === 0 ? 0 : (2 * common) / (told.length + real.length);
}

function contracted(stations: readonly string[]): readonly string[] {
  return stations.filter((station, at) => station !== stations[at - 1]);
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    b.forEach((right, at) => {
      next.push(left === right ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}
