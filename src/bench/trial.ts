import { judge as judgeJourney, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { carryOut, shows } from "../faults/index.ts";
import { messageOf } from "../problem/index.ts";
import { type Report, until } from "../process/index.ts";
import { type Plan, planOf, type Task } from "../task/index.ts";
import { deploy } from "./deploy.ts";
import { type Judged, judge } from "./judge.ts";
import type { Acted, Agent, ClusterSource, TrialResult } from "./model.ts";
import { type Observations, stockOf } from "./observe.ts";
import { BenchProblem } from "./problem.ts";
import { openRecorder, type Recording } from "./recording.ts";
import { rightsIn } from "./rights.ts";
import { lookUntilSettled } from "./settle.ts";
import { answerIn, openStage, perform } from "./stage.ts";
import { stopwatch, type Timed } from "./stopwatch.ts";
import { timelineOf } from "./timeline.ts";

export interface TrialOptions {
  readonly clusters: ClusterSource;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Leaves the system whole, to see whether the checks pass on it. */
  readonly healthy?: boolean;
  /** 1 unless told. */
  readonly attempt?: number;
  /** `off` unless told. */
  readonly recorder?: Recording;
}

/** One agent's one attempt. Whatever the harness cannot do makes the trial void and is nobody's failure. */
export async function runTrial(task: Task, agent: Agent, seed: string, options: TrialOptions): Promise<TrialResult> {
  const plan = planOf(task, seed);
  const clock = stopwatch(options.report, `${task.name} ${agent.name} ${seed}`);
  const { attempt = 1, signal } = options;
  let judged: Judged & Partial<Conducted>;
  try {
    const conducted = await conduct(plan, agent, options, clock.step);
    judged = { ...conducted, ...judge(plan, conducted.seen) };
  } catch (thrown) {
    signal.throwIfAborted();
    judged = { verdict: "void", because: [messageOf(thrown)], findings: [], authority: [] };
  }
  const { verdict, because, findings, authority, seen, acted, began = 0 } = judged;
  const seconds = clock.steps.find(({ name }) => name === "act")?.seconds ?? 0;
  return {
    schema: "airworthy-trial/1",
    ...{ task: task.name, agent: agent.name, seed, attempt, expected: task.expected.is },
    ...{ verdict, because, findings, authority },
    ...(seen?.answer ? { answer: seen.answer } : {}),
    steps: clock.steps,
    usage: { commands: 0, ...acted?.usage, seconds },
    overheadSeconds: clock.total() - seconds,
    timeline: seen ? timelineOf(seen, began) : [],
    output: acted?.output ?? "",
  };
}

interface Conducted {
  readonly seen: Observations;
  readonly acted: Acted;
  /** When the agent began, in milliseconds of the clock. */
  readonly began: number;
}

async function conduct(
  plan: Plan,
  agent: Agent,
  { clusters, signal, healthy = false, recorder: recording = "off" }: TrialOptions,
  step: Timed,
): Promise<Conducted> {
  await using cluster = await step("cluster", () => clusters(signal));
  await step("deploy", () => deploy(cluster, plan.blueprint, signal));
  await step("write data", () => remember(cluster, plan, signal));
  const { user, kubeconfig } = await cluster.identify({ name: "agent", ...rightsIn(plan) }, signal);
  await using recorder = recording === "off" ? undefined : await openRecorder(recording, agent.name);
  await using home = await step("sandbox", () => openStage(cluster, kubeconfig, recorder, signal));
  if (!healthy) {
    await step("break", async () => {
      for (const { changes } of plan.injections) for (const change of changes) await carryOut(cluster, change, signal);
    });
    await step("prove it is broken", () => prove(cluster, plan, signal));
  }
  const before = await step("take stock", () => stockOf(cluster, signal));
  const began = Date.now();
  const { instruction, task } = plan;
  const acted = await step("act", () => perform(agent, home, { instruction, limit: task.limit }, signal));
  const answer = await answerIn(home, signal);
  await home[Symbol.asyncDispose]();
  const entries = await recorder?.finish();
  const known = { healthy, user, before, ...(answer ? { answer } : {}), ...(entries ? { entries } : {}) };
  const seen = await step("judge", () => lookUntilSettled(cluster, plan, known, signal));
  return { seen, acted, began };
}

async function remember(cluster: Cluster, { blueprint }: Plan, signal: AbortSignal): Promise<void> {
  for (const journey of blueprint.memory.write) {
    const { ok, expected, found } = judgeJourney(journey, await travel(cluster, journey, signal));
    if (!ok) throw new BenchProblem("NOT_HEALTHY", `${journey.name}: expected ${expected}, found ${found}`);
  }
}

async function prove(cluster: Cluster, { blueprint, symptoms }: Plan, signal: AbortSignal): Promise<void> {
  for (const symptom of symptoms) {
    const broken = () => shows(cluster, blueprint, symptom, signal);
    if (await until(broken, { deadlineMs: 90_000, everyMs: 300, signal })) continue;
    throw new BenchProblem("NOT_BROKEN", `expected the symptom within 90 s: ${JSON.stringify(symptom)}`);
  }
}
