import { planOf, type Task } from "../../task/index.ts";
import { type RunLock, RunProblem, type Versions } from "../results/index.ts";
import { agentFor } from "./agents.ts";
import type { SourcedTask } from "./order.ts";

export function taskNamed(tasks: readonly Task[], name: string): Task {
  const task = tasks.find((each) => each.name === name);
  if (task === undefined) throw new RunProblem("BAD_RUN", `expected a task ${name}, found none of this name`);
  return task;
}

/** Says what no trial could begin with, before the first begins. */
export async function refuseUnplannable({ trials }: RunLock, tasks: readonly Task[]): Promise<void> {
  for (const { task, seed, agent } of trials) await agentFor(agent, planOf(taskNamed(tasks, task), seed));
}

/** A run is one thing: trials of other tasks, or under other versions, would not belong to it. */
export function refuseChanges(lock: RunLock, tasks: readonly SourcedTask[], versions: Versions): void {
  const changed = [
    ...lock.tasks.flatMap(({ name, digest }) => {
      const now = tasks.find(({ task }) => task.name === name);
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
