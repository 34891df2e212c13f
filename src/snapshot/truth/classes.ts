import type { Truth } from "./model.ts";

/** Which groups count as one: aliases of aliases are aliases. A class goes by the id of its first group. */
export function classesOf(truth: Pick<Truth, "groups" | "aliases">): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const find = (id: string): string => {
    const parent = parents.get(id) ?? id;
    if (parent === id) return id;
    const top = find(parent);
    parents.set(id, top);
    return top;
  };
  // The group that comes first in the file leads, so that the name of a class does not depend on the order of aliases.
  const rank = new Map(truth.groups.map(({ id }, at) => [id, at]));
  const rankOf = (id: string) => rank.get(id) ?? Number.POSITIVE_INFINITY;
  for (const [leader, ...others] of truth.aliases) {
    if (leader === undefined) continue;
    for (const other of others) {
      const [a, b] = [find(leader), find(other)];
      if (a === b) continue;
      if (rankOf(a) <= rankOf(b)) parents.set(b, a);
      else parents.set(a, b);
    }
  }
  return new Map(truth.groups.map(({ id }) => [id, find(id)]));
}

/** The classes of which at least one group is a root cause. */
export function rootClasses(truth: Truth): ReadonlySet<string> {
  const classes = classesOf(truth);
  return new Set(truth.groups.filter(({ root }) => root).map(({ id }) => classes.get(id) ?? id));
}
