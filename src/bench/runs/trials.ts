import type { Seat } from "../../agents/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import { planOf } from "../../task/index.ts";
import { deploy, makeNamespaces } from "../deploy.ts";
import { runDiagnosis } from "../diagnosis/index.ts";
import { runHarborTrial } from "../harbor/index.ts";
import type { ClusterSource } from "../model.ts";
import type { LockedTrial, RunLock } from "../results/index.ts";
import { runTrial } from "../trial.ts";
import { agentFor, foreignAgentFor } from "./agents.ts";
import { memoryOfTrial } from "./budget.ts";
import { canTakeOver } from "./chains.ts";
import { clusterPool, type MakeCluster, type Order } from "./clusters.ts";
import type { Trials } from "./conduct.ts";
import { type ForeignTask, makeOf, type OwnTask, type RunTask, taskNamed } from "./task.ts";

export interface Means {
  readonly create: MakeCluster;
  /** Where a person sits, for the agent `human`. */
  readonly seat?: Seat | undefined;
}

/** A sandbox with an agent's commands, and the index of an incident outside of it. */
const diagnosisMb = 600;

/** Trials on real clusters, which end with the run at the latest. */
export function realTrials(lock: RunLock, tasks: readonly RunTask[], means: Means): Trials & AsyncDisposable {
  const pool = clusterPool(`bench-${lock.id.slice(0, 8)}`, means.create);
  const sources = new Map<string, ClusterSource>();
  const taskOf = ({ task }: LockedTrial) => taskNamed(tasks, task);
  return {
    memoryOf: (planned) => {
      const named = taskOf(planned);
      return "snapshot" in named ? diagnosisMb : memoryOfTrial(makeOf(named));
    },
    reserve: (planned) => {
      const named = taskOf(planned);
      if (!("snapshot" in named)) sources.set(planned.trial, pool.source(planned.trial, orderOf(named, planned)));
    },
    prepare: (planned) => {
      const named = taskOf(planned);
      if (!("snapshot" in named)) pool.prepare(planned.trial, orderOf(named, planned));
    },
    follows: (planned, before) => "task" in taskOf(planned) && canTakeOver(planned, before),
    attempt: async (planned, { directory, report, signal, heir }) => {
      const named = taskOf(planned);
      if ("snapshot" in named) {
        const { agent: name, spec = name, attempt } = planned;
        const agent = await foreignAgentFor(spec, means.seat);
        const looking = lock.looking ?? "shell";
        return { ...(await runDiagnosis(named, agent, { report, signal, attempt, looking, directory })), agent: name };
      }
      const order = orderOf(named, planned);
      const clusters = sources.get(planned.trial) ?? pool.source(planned.trial, order);
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
      const leftAlone = heir && ((cluster: Cluster) => pool.keepFor(heir.trial, cluster));
      const result = await runTrial(named.task, agent, seed, { ...common, healthy, directory, recorder, leftAlone });
      return { ...result, agent: name };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** The application of one of our tasks does not depend on the agent: it can stand before the trial begins. */
function orderOf(named: OwnTask | ForeignTask, { seed }: LockedTrial): Order {
  const make = makeOf(named);
  if (!("task" in named)) return { make };
  const ahead = async (cluster: Cluster, signal: AbortSignal) => {
    const { blueprint } = planOf(named.task, seed);
    await makeNamespaces(cluster, blueprint, signal);
    await deploy(cluster, blueprint, signal);
  };
  return { make, ahead };
}
