import { applications, variantOf } from "../../../applications/index.ts";
import { faults } from "../../../faults/index.ts";
import { simpleTask, type Task } from "../../../task/index.ts";
import type { StoredTrial } from "../../results/index.ts";
import { leaderboardOf, scoreOf, versus } from "../../scores/index.ts";
import type { ReportedRun } from "../model.ts";
import { reportedTrial } from "../reported.ts";
import { madeUpTrial } from "./trial.ts";

/** A task for every fault that fits some part of the shop. */
export function madeUpTasks(most: number): Task[] {
  const application = "shop";
  const { parts = {} } = applications.find(({ name }) => name === application)?.build(variantOf("any")) ?? {};
  return faults
    .flatMap((fault) => {
      const part = Object.values(parts).find((each) => fault.obstacle(each) === undefined);
      if (part === undefined) return [];
      const instruction = "Users of {{home}} complain.";
      const name = `${fault.name}-${part.role}`;
      return [simpleTask({ name, application, faults: [{ name: fault.name, on: part.role }], instruction })];
    })
    .slice(0, most);
}

interface Size {
  readonly tasks: number;
  readonly agents: readonly string[];
  readonly seeds: number;
  readonly attempts: number;
  readonly baseline?: string;
}

/** Where there is a baseline, all others are held against it. */
export async function madeUpRun({ tasks, agents, seeds, attempts, baseline }: Size): Promise<ReportedRun> {
  const each = (many: number) => Array.from({ length: many }, (_, at) => at + 1);
  const made = madeUpTasks(tasks).flatMap((task) =>
    agents.flatMap((agent) =>
      each(seeds).flatMap((seed) =>
        each(attempts).map(async (attempt) => {
          const { result, kept } = await madeUpTrial(task, agent, String(seed), attempt);
          const score = scoreOf(result, task.reference);
          const trial = `${task.name}__${agent.replace(/\W/g, "-")}-${seed}-${attempt}`;
          const stored: StoredTrial = { ...result, trial, digest: "5c1f".repeat(16), ...(score ? { score } : {}) };
          return { stored, reported: reportedTrial(stored, kept) };
        }),
      ),
    ),
  );
  const trials = await Promise.all(made);
  const of = (agent: string) =>
    [agent, trials.flatMap(({ stored }) => (stored.agent === agent ? [stored] : []))] as const;
  const areaOf = (task: string) => task.split("-")[0] ?? "other";
  const others = baseline === undefined ? [] : agents.filter((agent) => agent !== baseline);
  return {
    name: "2026-11-16-evening",
    kind: "run",
    began: "2026-11-16T06:40:00.000Z",
    ended: "2026-11-16T07:12:31.000Z",
    planned: trials.length,
    versions: { airworthy: "0.1.0", kubernetes: "v1.36.0", node: "24.21.0", score: "airworthy-score/1" },
    digest: `sha256:${"9f3c0011".repeat(8)}`,
    configurations: agents.map((name) => ({ name, spec: name, recorder: "offered" })),
    comparisons: others.map((agent) => versus(of(baseline ?? ""), of(agent), areaOf)),
    standings: leaderboardOf(trials.map(({ stored }) => stored)),
    trials: trials.map(({ reported }) => reported),
  };
}
