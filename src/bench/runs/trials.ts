import { planOf, type Task } from "../../task/index.ts";
import type { LockedTrial, RunLock } from "../results/index.ts";
import { runTrial } from "../trial.ts";
import { agentFor } from "./agents.ts";
import { memoryOfTrial } from "./budget.ts";
import { clusterPool, type MakeCluster } from "./clusters.ts";
import type { Trials } from "./conduct.ts";
import { taskNamed } from "./tasks.ts";

/** Trials on real clusters, which end with the run at the latest. */
export function realTrials(lock: RunLock, tasks: readonly Task[], create: MakeCluster): Trials & AsyncDisposable {
  const pool = clusterPool(`bench-${lock.id.slice(0, 8)}`, create);
  const taskOf = ({ task }: LockedTrial) => taskNamed(tasks, task);
  return {
    memoryOf: (planned) => memoryOfTrial(taskOf(planned)),
    prepare: (planned) => pool.prepare(taskOf(planned).cluster),
    attempt: async (planned, _, report, signal) => {
      const task = taskOf(planned);
      // Before anything is waited for: what was made ready for this trial is not for the next.
      const clusters = pool.source(task.cluster);
      const agent = await agentFor(planned.agent, planOf(task, planned.seed));
      const { seed, attempt, healthy = false } = planned;
      const result = await runTrial(task, agent, seed, { clusters, report, signal, healthy, attempt });
      return { ...result, agent: planned.agent };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
