import { stringify } from "yaml";
import type { Blueprint, Part } from "../../applications/index.ts";
import type { Plan } from "../../task/index.ts";

interface Group {
  readonly id: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly filter?: readonly string[];
  readonly root_cause?: true;
}

/** What was really wrong, from what was done: the form in which ground truth is written down. */
export interface Written {
  readonly incident: boolean;
  readonly groups: readonly Group[];
  readonly aliases: readonly (readonly string[])[];
  readonly propagations: readonly { readonly source: string; readonly target: string }[];
  /** Groups that stand for the parts of the system in which the faults are. */
  readonly components: readonly string[];
}

/** Root causes are the objects that the faults say are at fault; it spreads from there to whoever calls. */
export function truthOfPlan({ blueprint, injections, task }: Plan): Written {
  const groups = new Map<string, Group>();
  const aliases: string[][] = [];
  const propagations: { source: string; target: string }[] = [];
  const components: string[] = [];
  const add = (group: Group) => {
    const before = groups.get(group.id);
    groups.set(group.id, before?.root_cause ? before : group);
    return group.id;
  };
  const step = (source: string, target: string) => {
    const known = propagations.some((each) => each.source === source && each.target === target);
    if (source !== target && !known) propagations.push({ source, target });
  };
  /** A workload with what it makes; its Service is another thing, which can be at fault by itself. */
  const withMade = (group: Group) => {
    const id = add(group);
    const made = madeBy(group).map(add);
    if (made.length > 0 && !aliases.some(([first]) => first === id)) aliases.push([id, ...made]);
    return id;
  };
  injections.forEach(({ cause, symptom }, at) => {
    const part = blueprint.parts[task.faults[at]?.on ?? ""];
    if (cause.length === 0 || part === undefined) return;
    const roots = cause.map(({ namespace, kind, name }) =>
      withMade({ ...entity(kind, namespace, name), root_cause: true }),
    );
    const workload = withMade(entity(part.kind, part.namespace, part.name));
    if (!components.includes(workload)) components.push(workload);
    for (const root of roots) step(root, workload);
    if (symptom.is === "none") return;
    let last = [workload];
    for (const callers of upwards(blueprint, part)) {
      const next = callers.map((caller) => withMade(entity(caller.kind, caller.namespace, caller.name)));
      for (const source of last) for (const target of next) step(source, target);
      last = next;
    }
  });
  return { incident: groups.size > 0, groups: [...groups.values()], aliases, propagations, components };
}

export function writtenTruth(truth: Written): string {
  return stringify({ metadata: { version: "v1" }, ...truth }, { lineWidth: 0 });
}

function entity(kind: string, namespace: string, name: string): Group {
  const where = namespace === "" ? {} : { namespace };
  return { id: `${namespace || "cluster"}/${kind}/${name}`, kind, ...where, name };
}

/** What Kubernetes makes of an object, under names that begin with its own. */
function madeBy({ id, kind, namespace, name = "" }: Group): Group[] {
  const stem = name.replace(/[.]/g, "\\.");
  const made = (as: string, filter: string): Group => ({
    ...{ id: `${id}/${as}`, kind: as, filter: [filter] },
    ...(namespace === undefined ? {} : { namespace }),
  });
  if (kind === "Deployment") {
    return [made("ReplicaSet", `${stem}-[a-z0-9]{1,10}`), made("Pod", `${stem}-[a-z0-9]{1,10}-[a-z0-9]{5}`)];
  }
  if (kind === "StatefulSet") return [made("Pod", `${stem}-[0-9]{1,3}`)];
  if (kind === "CronJob") return [made("Job", `${stem}-[a-z0-9-]{1,30}`)];
  return kind === "Service" ? [made("EndpointSlice", `${stem}-[a-z0-9]{5}`)] : [];
}

/** Who calls a part, who calls these, and so on, nearest first. */
function upwards({ parts }: Blueprint, part: Part): Part[][] {
  const levels: Part[][] = [];
  const seen = new Set([part.role]);
  let callees = [part];
  while (callees.length > 0) {
    const roles = callees.map(({ role }) => role);
    const callers = Object.values(parts).filter(
      ({ role, callees: called = [], asks = [] }) =>
        !seen.has(role) && [...called, ...asks].some((each) => roles.includes(each)),
    );
    for (const { role } of callers) seen.add(role);
    if (callers.length > 0) levels.push(callers);
    callees = callers;
  }
  return levels;
}
