import { type Entity, showEntity } from "./entity.ts";
import type { Group, Truth } from "./truth/index.ts";

/**
 * How the name that an agent wrote becomes a group of the ground truth. The published benchmark leaves this to a
 * language model, and replicas of it disagree; here it is a rule, and the rule has a version that goes into every score.
 */
export const normalisation = "airworthy/2";

export interface Match {
  readonly group: Group;
  /** How close: the lower the better. */
  readonly rank: number;
  readonly because: string;
}

export interface Normalised {
  readonly entity: Entity;
  readonly match: Match | undefined;
  /** Why it was taken for that group, or why for none: one line each. */
  readonly trail: readonly string[];
}

export function normalise(entity: Entity, truth: Truth): Normalised {
  const matches: Match[] = [];
  const trail: string[] = [];
  for (const group of truth.groups) {
    const found = compare(entity, group);
    if (typeof found === "string") {
      // A line for every group of an incident would bury the few that came near.
      if (found !== "") trail.push(`not ${group.id}: ${found}`);
    } else matches.push(found);
  }
  // Sorting is stable: of two that are equally close, the ground truth's own order decides.
  const [best, ...others] = matches.sort((a, b) => a.rank - b.rank);
  if (best === undefined) return { entity, match: undefined, trail: [`${showEntity(entity)} fits no group`, ...trail] };
  return {
    entity,
    match: best,
    trail: [
      `${showEntity(entity)} is ${best.group.id}: ${best.because}`,
      ...others.map(({ group, because }) => `also fits ${group.id}, less closely: ${because}`),
      ...trail,
    ],
  };
}

/** A match, or why not; the empty text where nothing is alike. */
function compare(entity: Entity, group: Group): Match | string {
  const name = compareName(entity, group);
  if (name === undefined) return "";
  const kind = compareKind(entity.kind, group.kind);
  if (kind === undefined) return `the name fits, the kind is ${group.kind}`;
  const namespace = group.kind.toLowerCase() === "namespace" ? undefined : group.namespace;
  if (namespace !== undefined && namespace !== (entity.namespace ?? "cluster")) {
    return `name and kind fit, the namespace is ${namespace}`;
  }
  return { group, rank: kind.rank * 10 + name.rank, because: `${name.because}, ${kind.because}` };
}

interface Likeness {
  readonly rank: number;
  readonly because: string;
}

const workloads = new Set(["pod", "deployment", "replicaset", "statefulset", "daemonset", "job", "cronjob", "rollout"]);

function compareKind(said: string, meant: string): Likeness | undefined {
  const [a, b] = [said.toLowerCase(), meant.toLowerCase()];
  if (a === b) return { rank: 0, because: "same kind" };
  if (workloads.has(a) && workloads.has(b)) return { rank: 1, because: `${said} and ${meant} are one workload` };
  // Chaos Mesh: a Schedule makes an experiment of its own name and another kind.
  const schedules = (one: string, other: string) => one === "schedule" && /chaos$/.test(other);
  if (schedules(a, b) || schedules(b, a))
    return { rank: 2, because: `a Schedule and its ${a === "schedule" ? meant : said}` };
  return undefined;
}

/** Kinds whose names Kubernetes or Chaos Mesh makes of others'. What people name ends as they want: `node-1` is not `node-2`. */
function hasMadeNames(kind: string): boolean {
  return workloads.has(kind.toLowerCase()) || /^(endpointslice|schedule|.*chaos)$/i.test(kind);
}

function compareName({ name, kind }: Entity, group: Group): Likeness | undefined {
  const stem = hasMadeNames(kind) ? withoutHash(name) : name;
  if (group.filters.length === 0) {
    if (group.name === undefined) return undefined;
    if (name === group.name) return { rank: 0, because: "same name" };
    const meant = hasMadeNames(group.kind) ? withoutHash(group.name) : group.name;
    // Pods that are numbered are one by one somebody else.
    if (/-\d+$/.test(name) && /-\d+$/.test(group.name)) return undefined;
    return stem === group.name || name === meant || stem === meant
      ? { rank: 1, because: `same name but for the ending that Kubernetes adds` }
      : undefined;
  }
  for (const filter of group.filters) {
    if (fits(name, filter)) return { rank: 0, because: `the name fits ${filter}` };
  }
  for (const filter of group.filters) {
    if (stem !== name && fits(stem, filter)) return { rank: 1, because: `${stem} fits ${filter}` };
    const relaxed = filter.replace(/-\.[*+]\$?$/, "");
    if (relaxed !== filter && (fits(name, relaxed) || fits(stem, relaxed))) {
      return { rank: 1, because: `${stem} fits ${filter} without the ending of its pods` };
    }
  }
  return undefined;
}

/** The whole name: a part is not enough, or `frontend` would stand for `frontend-proxy`. */
function fits(name: string, filter: string): boolean {
  try {
    return new RegExp(`^(?:${filter})$`).test(name);
  } catch {
    // One published filter is a file pattern (`*.*`).
    const glob = filter
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${glob}$`).test(name);
  }
}

/** What Kubernetes adds to the names of pods: hash of the template and five signs, five signs alone, or an ordinal. */
function withoutHash(name: string): string {
  const sign = "[bcdfghjklmnpqrstvwxz2456789]";
  return name.replace(new RegExp(`(-${sign}{6,10})?-${sign}{5}$`), "").replace(/-\d+$/, "");
}
