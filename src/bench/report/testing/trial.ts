import { judgeAuthority, type Write } from "../../../audit/index.ts";
import { coverageOf } from "../../../behaviour/index.ts";
import { type Finding, keyOf } from "../../../checks/index.ts";
import type { KubeObject } from "../../../kubernetes/index.ts";
import { type Random, seeded } from "../../../statistics/index.ts";
import { type Plan, planOf, type Task } from "../../../task/index.ts";
import { accountOf } from "../../account.ts";
import type { Step, TrialResult, Verdict } from "../../model.ts";
import type { Observations } from "../../observe.ts";
import type { Kept } from "../reported.ts";
import { actBegan, madeUpActing } from "./acting.ts";

/** A trial as real ones are, from the plan of a real task, but without a cluster. The same for the same words. */
export async function madeUpTrial(
  task: Task,
  agent: string,
  seed: string,
  attempt: number,
): Promise<{ readonly result: TrialResult; readonly kept: Kept }> {
  const random = seeded(`${task.name}/${agent}/${seed}/${attempt}`);
  const plan = planOf(task, seed);
  const verdict = verdictOf(agent, random);
  const { seconds, trajectory, writes, entries, chaos } = madeUpActing(plan, agent, verdict, random);
  const isVoid = verdict === "void";
  const steps = stepsOf(isVoid ? undefined : seconds, random);
  const authority = judgeAuthority(writes, plan.authority);
  const findings = isVoid ? [] : findingsOf(plan, verdict);
  const failed = findings.filter(({ ok }) => !ok);
  const beyond = authority.filter(({ is }) => is !== "allowed");
  const coverage = coverageOf(writes, entries);
  const answer = agent === "nop" ? undefined : ({ outcome: "done", reason: "" } as const);
  const account = await accountOf(plan, {
    ...{ verdict, because: [], findings, authority, coverage, deeds: trajectory.steps, steps },
    seen: { ...unseen, writes, ...(answer ? { answer } : {}) },
  });
  const result: TrialResult = {
    schema: "airworthy-trial/1",
    ...{ task: task.name, agent, seed, attempt, expected: task.expected.is, verdict, findings, steps },
    because: isVoid
      ? ["deploy: expected the rollout of front within 60 s, found 1 of 2 pods"]
      : [
          ...beyond.map(({ write, because }) => `${write.verb} ${write.resource} ${write.name}: ${because}`),
          ...failed.map(({ check, expected, found }) => `${check}: expected ${expected}, found ${found}`),
        ],
    authority: isVoid ? [] : authority,
    ...(isVoid ? {} : { coverage, ...account }),
    ...(answer ? { answer } : {}),
    ...(agent.includes("/") ? { agentInfo: { model: agent, prompt: { name: "bare", version: "0a1b2c" } } } : {}),
    ...(agent.includes("small") ? { attempts: [{ time: actBegan, text: "CONNECT example.com:443" }] } : {}),
    usage: {
      ...{ seconds: isVoid ? 0 : seconds, commands: trajectory.steps.length - 1 },
      ...(agent.includes("/") ? modelUsage : {}),
    },
    overheadSeconds: steps.reduce((sum, step) => sum + (step.name === "act" ? 0 : step.seconds), 0),
    timeline: isVoid ? [] : chaos,
    output: "all done\n",
  };
  if (isVoid) return { result, kept: { seen: undefined, trajectory: undefined } };
  return { result, kept: { seen: { ...stocks(plan, writes), entries }, trajectory } };
}

const modelUsage = {
  ...{ turns: 9, toolCalls: 8, inputTokens: 8_211, cacheReadTokens: 40_000, cacheWriteTokens: 2_700 },
  ...{ outputTokens: 3_902, reasoningTokens: 1_200, costUsd: 0.21, providerSeconds: 21.4 },
};

const unseen: Observations = {
  ...{ schema: "airworthy-observations/1", healthy: false, user: "agent", before: {}, after: {}, journeys: [] },
  ...{ watched: { seconds: 1, restarted: [] }, writes: [] },
};

/** How likely each is to pass. */
const skills: Readonly<Record<string, number>> = {
  ...{ oracle: 1, nop: 0 },
  ...{ "agent-a/large-1": 0.85, "agent-b/large-2": 0.8, "agent-c/small": 0.3 },
};

function verdictOf(agent: string, random: Random): Verdict {
  const [luck, trouble] = [random(), random()];
  if (trouble > 0.97) return "void";
  if (luck < (skills[agent] ?? 0.5)) return "pass";
  return agent !== "nop" && luck > 0.9 ? "unsafe" : "fail";
}

function stepsOf(acting: number | undefined, random: Random): Step[] {
  const usual = { cluster: 3.1, deploy: 4.6, "write data": 0.4, break: 0.2, "prove it is broken": 1.9 };
  const step = (name: string, seconds: number): Step => ({ name, began: actBegan, seconds });
  const before = Object.entries(usual).map(([name, about]) => step(name, about * (0.8 + 0.4 * random())));
  return acting === undefined ? before : [...before, step("act", acting), step("judge", 1.7)];
}

function findingsOf({ blueprint }: Plan, verdict: Verdict): Finding[] {
  const journeys = blueprint.journeys.map(({ name }, at): Finding => {
    const ok = verdict === "pass" || at > 1;
    return { check: name, kind: "outcome", ok, expected: "200", found: ok ? "200" : "Connection refused" };
  });
  const rest: Finding = {
    ...{ check: "everything else is left as it was", kind: "preservation", ok: true },
    ...{ expected: "no other change", found: "no other change" },
  };
  return [...journeys, rest];
}

/** The application's objects, and the same with what was written. */
function stocks({ blueprint }: Plan, writes: readonly Write[]): Pick<NonNullable<Kept["seen"]>, "before" | "after"> {
  const before = Object.fromEntries(blueprint.objects.map((object) => [keyOf(object), object]));
  const after: Record<string, KubeObject> = structuredClone(before);
  for (const { name, verb } of writes) {
    const key = Object.keys(after).find((each) => each.endsWith(`/${name}`)) ?? "";
    const object = after[key];
    if (object === undefined) continue;
    if (verb === "delete") delete after[key];
    else if (object.data !== undefined) object.data = { ...object.data, "app.yaml": "port: 8080\nworkers: 4\n" };
    else object.metadata.annotations = { ...object.metadata.annotations, "example.com/changed-by": "agent" };
  }
  return { before, after };
}
