import { applicationImages } from "../../applications/index.ts";
import type { ClusterSpec } from "../../cluster/index.ts";
import type { HarborPlan, LoadedTask, Task } from "../../task/index.ts";
import { diagnosisLimits, type SnapshotTask } from "../diagnosis/index.ts";
import { type LockedTask, type RunLock, RunProblem, type Versions } from "../results/index.ts";

/** A task of a run, with where it is from: one of ours, one that others wrote for containers, a frozen incident. */
export type RunTask = OwnTask | ForeignTask | SnapshotTask;

export interface OwnTask {
  readonly digest: string;
  readonly path: string;
  /** The area it is from. */
  readonly category?: string;
  readonly task: Task;
}

export interface ForeignTask {
  readonly digest: string;
  readonly path: string;
  readonly loaded: LoadedTask;
  readonly plan: HarborPlan;
}

/** What a trial of it needs. */
export type Make = Omit<ClusterSpec, "name">;

export function nameOf(each: RunTask): string {
  if ("snapshot" in each) return each.snapshot.name;
  return "task" in each ? each.task.name : each.loaded.name.replace(/^.*\//, "");
}

/** Of a frozen incident nothing: there is no cluster any more. */
export function makeOf(each: Exclude<RunTask, SnapshotTask>): Make {
  return "task" in each
    ? { ...each.task.cluster, profile: "plain", images: applicationImages() }
    : { ...each.plan.cluster, apiNames: each.plan.hosts };
}

/** The kinds of clusters that trials of these tasks are made on. */
export function clustersFor(tasks: readonly RunTask[]): Make[] {
  const makes = tasks.flatMap((each) => ("snapshot" in each ? [] : [makeOf(each)]));
  return [...new Map(makes.map((make) => [JSON.stringify(make), make])).values()];
}

export function lockedOf(each: RunTask): LockedTask {
  const { digest, path } = each;
  const name = nameOf(each);
  if ("snapshot" in each) {
    return { name, digest, path, category: "diagnosis", expected: "repair", limit: diagnosisLimits.seconds };
  }
  const area = "task" in each ? each.category : each.loaded.config.metadata.category;
  const common = { name, digest, path, ...(typeof area === "string" ? { category: area } : {}) };
  if (!("task" in each)) return { ...common, expected: "repair" };
  const { expected, reference, limit } = each.task;
  return { ...common, expected: expected.is, reference, limit };
}

export function taskNamed(tasks: readonly RunTask[], name: string): RunTask {
  const task = tasks.find((each) => nameOf(each) === name);
  if (task === undefined) throw new RunProblem("BAD_RUN", `expected a task ${name}, found none of this name`);
  return task;
}

/** A run is one thing: trials of other tasks, or under other versions, would not belong to it. */
export function refuseChanges(lock: RunLock, tasks: readonly RunTask[], versions: Versions): void {
  const changed = [
    ...lock.tasks.flatMap(({ name, digest }) => {
      const now = tasks.find((each) => nameOf(each) === name);
      if (now === undefined) return [`task ${name}: was there when the run began, and is gone`];
      return now.digest === digest ? [] : [`task ${name} (${now.path}): expected ${digest}, found ${now.digest}`];
    }),
    ...(["airworthy", "kubernetes", "score"] as const).flatMap((part) =>
      lock.versions[part] === versions[part]
        ? []
        : [`${part}: expected ${lock.versions[part]}, found ${versions[part]}`],
    ),
  ];
  if (changed.length === 0) return;
  throw new RunProblem("TASKS_CHANGED", `the run began with something else:\n${changed.join("\n")}`, {
    hint: "put it back as it was, or begin another run with: airworthy bench run",
  });
}
