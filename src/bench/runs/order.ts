import { createHash, randomUUID } from "node:crypto";
import { planOf, type Task } from "../../task/index.ts";
import type { LockedTrial, RunLock, Versions } from "../results/index.ts";
import { RunProblem } from "../results/index.ts";

/** A task with where it is from. */
export interface SourcedTask {
  readonly task: Task;
  readonly digest: string;
  readonly path: string;
}

/** What somebody wants to be tried. */
export interface Order {
  readonly name: string;
  readonly kind: RunLock["kind"];
  readonly tasks: readonly SourcedTask[];
  readonly agents: readonly string[];
  readonly attempts: number;
  /** Those that each task names, unless told. */
  readonly seeds?: readonly string[] | undefined;
  readonly versions: Versions;
}

/** Everything about a run, before any of it exists. */
export function lockOf(order: Order): RunLock {
  const { name, kind, tasks, agents, attempts, versions } = order;
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
    tasks: tasks.map(({ task, digest, path }) => ({
      name: task.name,
      digest,
      path,
      expected: task.expected.is,
      reference: task.reference,
      limit: task.limit,
    })),
    agents,
    attempts,
    seeds: [...new Set(planned.map(({ seed }) => seed))],
    trials: planned.map((trial) => ({ trial: trialName(id, trial), ...trial })),
  };
}

type Planned = Omit<LockedTrial, "trial">;

/** Agents innermost: two that use the same service take turns. */
function attemptsOf({ tasks, agents, attempts, seeds }: Order): Planned[] {
  return Array.from({ length: attempts }, (_, at) => at + 1).flatMap((attempt) =>
    tasks.flatMap(({ task }) =>
      (seeds ?? seedsOf(task)).flatMap((seed) => agents.map((agent) => ({ task: task.name, agent, seed, attempt }))),
    ),
  );
}

/** Each task with ways of working whose verdict is known: if one gets another, task or judge is wrong. */
function controlsOf({ tasks, seeds }: Order): Planned[] {
  return tasks.flatMap(({ task }) =>
    (seeds ?? seedsOf(task)).flatMap((seed) => {
      const common = { task: task.name, seed, attempt: 1 };
      const { controls } = planOf(task, seed);
      return [
        { ...common, agent: "healthy", healthy: true, wanted: "pass" as const },
        { ...common, agent: "nop", wanted: "fail" as const },
        { ...common, agent: "oracle", wanted: "pass" as const },
        ...controls.map(({ name, verdict }) => ({ ...common, agent: `control:${name}`, wanted: verdict })),
      ];
    }),
  );
}

function seedsOf({ seeds: { from, to, count } }: Task): string[] {
  const many = Math.min(count, to - from + 1);
  return Array.from({ length: many }, (_, at) => String(from + at));
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

function refuseDoubles(tasks: readonly SourcedTask[]): void {
  for (const [at, { task, path }] of tasks.entries()) {
    const other = tasks.findIndex((each) => each.task.name === task.name);
    if (other === at) continue;
    throw new RunProblem(
      "BAD_RUN",
      `${path}: expected another name than ${task.name}, which ${tasks[other]?.path} has`,
    );
  }
}
