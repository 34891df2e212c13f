import { createHash, randomUUID } from "node:crypto";
import { planOf, seedsOf } from "../../task/index.ts";
import { diagnosisLimits, type Looking } from "../diagnosis/index.ts";
import type { Recording } from "../recording.ts";
import type { Configuration, LockedTrial, RunLock, Versions } from "../results/index.ts";
import { RunProblem } from "../results/index.ts";
import { lockedOf, nameOf, type RunTask } from "./task.ts";

/** What somebody wants to be tried. */
export interface Order {
  readonly name: string;
  readonly kind: RunLock["kind"];
  readonly tasks: readonly RunTask[];
  readonly agents: readonly string[];
  /** Of each task; as often as is usual for it unless told. */
  readonly attempts?: number | undefined;
  /** Those that each task names, unless told. */
  readonly seeds?: readonly string[] | undefined;
  readonly versions: Versions;
  /** What of the agents' work is recorded; nothing unless told. */
  readonly recorder?: Recording | undefined;
  /** What agents look at frozen incidents with; the shell alone unless told. */
  readonly looking?: Looking | undefined;
  /** In place of agents that are their own names. */
  readonly configurations?: readonly Configuration[] | undefined;
  readonly comparisons?: RunLock["comparisons"] | undefined;
}

/** Everything about a run, before any of it exists. */
export function lockOf(order: Order): RunLock {
  const { name, kind, tasks, agents, versions } = order;
  refuseDoubles(tasks);
  const id = randomUUID();
  const planned = kind === "controls" ? controlsOf(order) : attemptsOf(order);
  return {
    schema: "airworthy-run/1",
    id,
    name,
    created: new Date().toISOString(),
    kind,
    versions,
    tasks: tasks.map(lockedOf),
    agents,
    attempts: Math.max(1, ...planned.map(({ attempt }) => attempt)),
    ...(order.looking === undefined ? {} : { looking: order.looking }),
    ...(order.recorder === undefined ? {} : { recorder: order.recorder }),
    ...(order.configurations === undefined ? {} : { configurations: order.configurations }),
    ...(order.comparisons?.length ? { comparisons: order.comparisons } : {}),
    seeds: [...new Set(planned.map(({ seed }) => seed))],
    trials: planned.map((trial) => ({ trial: trialName(id, trial), ...trial })),
  };
}

type Planned = Omit<LockedTrial, "trial">;

/** Agents innermost: two that use the same service take turns. */
function attemptsOf({ tasks, agents, attempts, seeds, configurations }: Order): Planned[] {
  const who =
    configurations?.map(({ name, spec, recorder }) => ({ agent: name, spec, recorder })) ??
    agents.map((agent) => ({ agent }));
  const oftenOf = (task: RunTask) => attempts ?? ("snapshot" in task ? diagnosisLimits.attempts : 1);
  const most = Math.max(0, ...tasks.map(oftenOf));
  return Array.from({ length: most }, (_, at) => at + 1).flatMap((attempt) =>
    tasks
      .filter((task) => attempt <= oftenOf(task))
      .flatMap((task) =>
        variantsOf(task, seeds).flatMap((seed) => who.map((each) => ({ task: nameOf(task), ...each, seed, attempt }))),
      ),
  );
}

/** Each task with ways of working whose verdict is known: if one gets another, task or judge is wrong. */
function controlsOf({ tasks, seeds }: Order): Planned[] {
  return tasks.flatMap((each) =>
    variantsOf(each, seeds).flatMap((seed): Planned[] => {
      const common = { task: nameOf(each), seed, attempt: 1 };
      const oracle = { ...common, agent: "oracle", wanted: "pass" as const };
      if (!("task" in each)) return [{ ...common, agent: "nop", wanted: "fail" }, oracle];
      // To leave alone what is well is right.
      const idle = each.task.expected.is === "nothing" ? "pass" : "fail";
      return [
        { ...common, agent: "healthy", healthy: true, wanted: "pass" },
        { ...common, agent: "nop", wanted: idle },
        oracle,
        ...planOf(each.task, seed).controls.map(({ name, verdict }) => ({
          ...common,
          agent: `control:${name}`,
          wanted: verdict,
        })),
      ];
    }),
  );
}

/** Tasks of others are always the same. */
function variantsOf(task: RunTask, seeds: readonly string[] | undefined): readonly string[] {
  return "task" in task ? (seeds ?? seedsOf(task.task)) : ["1"];
}

/** As Harbor names them, but always the same for the same trial of a run. */
function trialName(run: string, planned: Planned): string {
  const short = planned.task.slice(0, 32).replace(/[_-]+$/, "");
  const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const bytes = createHash("sha256")
    .update(JSON.stringify([run, planned.task, planned.agent, planned.seed, planned.attempt, planned.healthy]))
    .digest();
  const id = [...bytes.subarray(0, 7)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return `${short}__${id}`;
}

function refuseDoubles(tasks: readonly RunTask[]): void {
  for (const [at, task] of tasks.entries()) {
    const name = nameOf(task);
    const other = tasks.findIndex((each) => nameOf(each) === name);
    if (other === at) continue;
    throw new RunProblem(
      "BAD_RUN",
      `${task.path}: expected another name than ${name}, which ${tasks[other]?.path} has`,
    );
  }
}
