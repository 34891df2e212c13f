import { mkdir } from "node:fs/promises";
import type { Acted, Agent, Attempt } from "../../agents/index.ts";
import { deedOf } from "../../agents/index.ts";
import { conductOf, storyOf } from "../../behaviour/index.ts";
import { messageOf } from "../../problem/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import {
  combined,
  type HarborPlan,
  type HarborStep,
  isEnough,
  type LoadedTask,
  type Rewards,
} from "../../task/index.ts";
import { callsOf } from "../account.ts";
import type { TrialResult } from "../model.ts";
import { BenchProblem } from "../problem.ts";
import { perform } from "../stage.ts";
import { stopwatch, type Timed } from "../stopwatch.ts";
import { timelineOf } from "../timeline.ts";
import { infoOf, type TrialOptions } from "../trial.ts";
import { keepSteps } from "./keep.ts";
import { openRoom, volumesOf } from "./room.ts";
import { verify } from "./verify.ts";

/** Who works on a step: somebody who is told the instruction, or the task's own solution. */
export type HarborAgent = Agent | "oracle";

export type HarborOptions = Pick<TrialOptions, "clusters" | "report" | "signal" | "attempt" | "directory">;

/** Where nothing is said, an hour. */
const usualSeconds = 3_600;

/** One attempt at a task that others wrote for containers. What its tests say is the verdict; nothing else is judged. */
export async function runHarborTrial(
  { name, digest }: Pick<LoadedTask, "name" | "digest">,
  plan: HarborPlan,
  agent: HarborAgent,
  options: HarborOptions,
): Promise<TrialResult> {
  const who = agent === "oracle" ? { name: "oracle" } : agent;
  const clock = stopwatch(options.report, `${name} ${who.name}`);
  const done: StepDone[] = [];
  let attempts: readonly Attempt[] = [];
  let judged: Pick<TrialResult, "verdict" | "because" | "findings" | "rewards">;
  try {
    attempts = await conduct(plan, agent, options, clock.step, done);
    judged = judge(plan, done);
    if (options.directory !== undefined) await keepSteps(options.directory, who, done);
  } catch (thrown) {
    options.signal.throwIfAborted();
    judged = { verdict: "void", because: [messageOf(thrown)], findings: [] };
  }
  const seconds = clock.steps.filter(({ name: step }) => step === "act").reduce((sum, each) => sum + each.seconds, 0);
  const deeds = done.flatMap(({ acted }) => acted.deeds ?? []);
  const began = done[0]?.began ?? 0;
  return {
    schema: "airworthy-trial/1",
    ...{
      task: name,
      digest,
      agent: who.name,
      ...infoOf(who),
      seed: "",
      attempt: options.attempt ?? 1,
      expected: "repair",
    },
    ...judged,
    authority: [],
    // What it wrote nobody saw: others' tests judge by themselves.
    conduct: conductOf(await storyOf(callsOf(deeds), []), { began, expected: "repair" }),
    steps: clock.steps,
    usage: { commands: deeds.length, ...sumOf(done), seconds },
    overheadSeconds: clock.total() - seconds,
    ...(attempts.length > 0 ? { attempts } : {}),
    timeline: timelineOf({ writes: [] }, { deeds }, began, attempts),
    output: done.map(({ acted, said }) => `${acted.output}\n${said}`).join("\n"),
  };
}

interface StepDone {
  readonly step: HarborStep;
  readonly began: number;
  readonly acted: Acted;
  readonly rewards: Rewards | string;
  readonly starved: string | undefined;
  readonly said: string;
}

async function conduct(
  plan: HarborPlan,
  agent: HarborAgent,
  { clusters, signal, directory }: HarborOptions,
  step: Timed,
  done: StepDone[],
): Promise<readonly Attempt[]> {
  await using cluster = await step("cluster", () => clusters(signal));
  const { bootstrap, main } = plan;
  const volumes = await step("bootstrap", async () => {
    if (bootstrap === undefined) return new Map();
    await using room = await openRoom(cluster, plan, bootstrap, new Map(), signal);
    const { code, stdout, stderr, why } = await room.exec(bootstrap.command, { signal });
    if (code === 0) return await volumesOf(room, bootstrap, signal);
    const said = `${stdout}${stderr}`.trim().split("\n").slice(-8).join("\n");
    throw new BenchProblem(
      "NOT_BROKEN",
      `${bootstrap.service}: expected to succeed, found ${why ?? `exit code ${code}`}\n${said}`,
    );
  });
  await using prepared = agent === "oracle" ? undefined : await step("prepare", async () => agent.prepare?.(signal));
  await using home = await step("sandbox", () => openRoom(cluster, plan, main, volumes, signal, prepared?.equipment));
  for (const each of plan.steps) {
    await prepare(home, main.directory, each, signal);
    const began = Date.now();
    const limit = each.seconds.agent ?? usualSeconds;
    const acted = await step("act", () =>
      perform(agent === "oracle" ? solution(each) : agent, home, { instruction: each.instruction, limit }, signal),
    );
    const { rewards, starved, said } = await step("judge", () => verify(home, each, signal));
    done.push({ step: each, began, acted, rewards, starved, said });
    if (acted.how === "void" || typeof rewards === "string" || !isEnough(rewards, each.least)) break;
  }
  if (directory !== undefined && prepared?.keep) {
    await mkdir(directory, { recursive: true });
    await prepared.keep(directory);
  }
  return prepared?.attempts?.() ?? [];
}

/** Puts a step's files into the working directory and runs its setup, as the agent will run. */
async function prepare(home: Sandbox, directory: string, { name, workdir }: HarborStep, signal: AbortSignal) {
  if (workdir.length === 0) return;
  await home.write(
    workdir.map((file) => ({ ...file, path: `${directory}/${file.path}` })),
    signal,
  );
  if (!workdir.some(({ path }) => path === "setup.sh")) return;
  const { code, stderr } = await home.exec(["bash", "setup.sh"], { signal });
  if (code !== 0) throw new BenchProblem("NOT_BROKEN", `step ${name}: setup.sh: exit code ${code}\n${stderr.trim()}`);
}

/** The task's own solution, which comes into the sandbox only with the oracle. Its exit code means nothing. */
function solution({ solution: files, solutionEnv: env }: HarborStep): Agent {
  return {
    name: "oracle",
    act: async ({ home, limit }, signal) => {
      await home.write(files, signal);
      const began = new Date();
      const command = "chmod +x /solution/solve.sh; /solution/solve.sh 2>&1 | tee /logs/agent/oracle.txt";
      const result = await home.exec(["bash", "-c", command], { signal, env, timeoutSeconds: limit });
      const output = `${result.stdout}${result.stderr}`;
      const deed = deedOf({ where: "shell", command: "/solution/solve.sh", began, ...result, output }, "call-1");
      return { how: result.why === "timeout" ? "stopped" : "done", output, deeds: [deed] };
    },
  };
}

/** The tests' word. Where they have none, nobody is judged, unless it was the agent who left them no room to speak. */
function judge({ steps, rewards: how }: HarborPlan, done: readonly StepDone[]) {
  const title = (step: HarborStep) => (step.name === "" ? "tests/test.sh" : `steps/${step.name}/tests/test.sh`);
  const findings = done.map(({ step, rewards }) => ({
    check: `${title(step)} gives its reward.`,
    kind: "outcome" as const,
    ok: typeof rewards !== "string" && (rewards.reward ?? 0) >= 1,
    expected: "reward 1",
    found: typeof rewards === "string" ? rewards : JSON.stringify(rewards),
  }));
  const interrupted = done.find(({ acted }) => acted.how === "void")?.acted;
  if (interrupted) {
    const because = [interrupted.reason ?? "the agent could not go on"];
    return { verdict: "void" as const, because, findings };
  }
  const silent = done.find(({ rewards }) => typeof rewards === "string");
  const because = findings
    .filter(({ ok }) => !ok)
    .map(({ check, found }) => `${check}: expected reward 1, found ${found}`);
  if (silent?.starved) {
    const left = `the agent left no room for the tests: ${silent.starved}`;
    return { verdict: "fail" as const, because: [left, ...because], findings };
  }
  if (silent) return { verdict: "void" as const, because, findings };
  const rewards = combined(
    done.flatMap((each) => (typeof each.rewards === "string" ? [] : [each.rewards])),
    how,
  );
  const isWhole = done.length === steps.length && (rewards.reward ?? 0) >= 1;
  if (!isWhole && because.length === 0)
    because.push(`expected all of ${steps.length} steps, found ${done.length} taken`);
  return {
    verdict: isWhole ? ("pass" as const) : ("fail" as const),
    because: isWhole ? [] : because,
    findings,
    rewards,
  };
}

function sumOf(done: readonly StepDone[]): Partial<TrialResult["usage"]> {
  const known = done.map(({ acted }) => acted.usage ?? {});
  const fields = new Set(known.flatMap((each) => Object.keys(each) as (keyof typeof each)[]));
  return Object.fromEntries(
    [...fields].map((field) => [field, known.reduce((total, each) => total + (each[field] ?? 0), 0)]),
  );
}
