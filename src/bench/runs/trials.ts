import type { Seat } from "../../agents/index.ts";
import { runHarborTrial } from "../harbor/index.ts";
import type { ClusterSource } from "../model.ts";
import type { LockedTrial, RunLock } from "../results/index.ts";
import { runTrial } from "../trial.ts";
import { agentFor, foreignAgentFor } from "./agents.ts";
import { memoryOfTrial } from "./budget.ts";
import { clusterPool, type MakeCluster } from "./clusters.ts";
import type { Trials } from "./conduct.ts";
import { makeOf, type RunTask, taskNamed } from "./task.ts";

export interface Means {
  readonly create: MakeCluster;
  /** Where a person sits, for the agent `human`. */
  readonly seat?: Seat | undefined;
}

/** Trials on real clusters, which end with the run at the latest. */
export function realTrials(lock: RunLock, tasks: readonly RunTask[], means: Means): Trials & AsyncDisposable {
  const pool = clusterPool(`bench-${lock.id.slice(0, 8)}`, means.create);
  const sources = new Map<string, ClusterSource>();
  const taskOf = ({ task }: LockedTrial) => taskNamed(tasks, task);
  return {
    memoryOf: (planned) => memoryOfTrial(makeOf(taskOf(planned))),
    reserve: (planned) => void sources.set(planned.trial, pool.source(makeOf(taskOf(planned)))),
    prepare: (planned) => pool.prepare(makeOf(taskOf(planned))),
    attempt: async (planned, directory, report, signal) => {
      const named = taskOf(planned);
      const clusters = sources.get(planned.trial) ?? pool.source(makeOf(named));
      const { task, agent: name, spec = name, seed, attempt, healthy = false } = planned;
      const common = { clusters, report, signal, attempt };
      if (!("task" in named)) {
        const agent = await foreignAgentFor(spec, means.seat);
        return {
          ...(await runHarborTrial(named.loaded, named.plan, agent, { ...common, directory })),
          task,
          agent: name,
          seed,
        };
      }
      const agent = await agentFor(spec, named.task, seed, means.seat);
      const recorder = planned.recorder ?? lock.recorder ?? "off";
      const result = await runTrial(named.task, agent, seed, { ...common, healthy, directory, recorder });
      return { ...result, agent: name };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
