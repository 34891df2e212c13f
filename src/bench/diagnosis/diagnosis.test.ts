import assert from "node:assert/strict";
import { test } from "node:test";
import { readTruth } from "../../snapshot/index.ts";
import type { TrialResult } from "../model.ts";
import { lockOf, type Order } from "../runs/order.ts";
import { type Scored, scoreOf, summarise } from "../scores/index.ts";
import { instructionFor } from "./instruction.ts";
import { judgeDiagnosis } from "./judge.ts";
import type { SnapshotTask } from "./task.ts";

const task = (name: string): SnapshotTask => ({ digest: "sha256:0", path: `/data/${name}`, snapshot: { name } });
const order: Order = {
  ...{ name: "run", kind: "run", tasks: [task("one"), task("two")], agents: ["oracle", "nop"] },
  versions: { airworthy: "0", kubernetes: "0", node: "0", score: "0" },
};

test("Each agent tries each frozen incident three times unless told, and the run says with what they look.", () => {
  const lock = lockOf({ ...order, looking: "tools" });
  assert.deepEqual([lock.trials.length, lock.attempts, lock.looking], [12, 3, "tools"]);
  assert.deepEqual([lockOf({ ...order, attempts: 1 }).trials.length, lockOf(order).looking], [4, undefined]);
  assert.ok(lock.tasks.every(({ limit, category }) => limit === 1_800 && category === "diagnosis"));
});

test("As controls, who knows the truth must pass and who does nothing must fail.", () => {
  const { trials } = lockOf({ ...order, kind: "controls", tasks: [task("one")] });
  assert.deepEqual(
    trials.map(({ agent, wanted }) => [agent, wanted]),
    [
      ["nop", "fail"],
      ["oracle", "pass"],
    ],
  );
});

test("All are told the same, but for the tools.", () => {
  assert.ok(!instructionFor("shell").includes("MCP"));
  assert.match(instructionFor("tools"), /`incident-mcp`/);
  for (const looking of ["shell", "tools"] as const)
    assert.match(instructionFor(looking), /\/workspace\/agent_output\.json/);
});

const sound = readTruth("incident: false\ngroups: []", "sound.yaml");

test("Where nothing is wrong, silence in the right form passes, and no answer at all does not.", () => {
  const quiet = { incident: false, components: [], contributing_factors: [] };
  assert.equal(judgeDiagnosis(JSON.stringify(quiet), sound).verdict, "pass");
  assert.equal(judgeDiagnosis(undefined, sound).verdict, "fail");
  const alarm = { incident: true, contributing_factors: [{ name: "shop/Pod/a", reasoning: "", evidence: "" }] };
  const judged = judgeDiagnosis(JSON.stringify(alarm), sound);
  assert.deepEqual(
    [judged.verdict, judged.rewards?.detection, judged.because],
    ["fail", 0, ["shop/Pod/a is no root cause"]],
  );
});

test("Each wrong form of an answer fails with its reason.", () => {
  for (const [text, reason] of [
    ["", /found nothing/],
    ["[]", /expected an object with/],
    ['{"outcome": "done", "reason": "all well"}', /expected an object with/],
    ['{"contributing_factors": "shop/Pod/a"}', /expected array/],
    ['{"contributing_factors": [{"name": "a", "reasoning": "", "evidence": ""}]}', /expected namespace\/Kind\/name/],
    ['{"contributing_factors": [], "components": ["shop/Pod/a"]}', /components/],
    ['{"contributing_factors": [], "incident": "no"}', /incident/],
  ] as const) {
    const { verdict, because, rewards } = judgeDiagnosis(text, sound);
    assert.deepEqual([verdict, rewards?.reward], ["fail", 0], text);
    assert.match(because[0] ?? "", reason);
  }
});

test("A run's summary has the mean of each question over tasks, and none where nothing of the kind was asked.", () => {
  const trial = (name: string, rewards?: Record<string, number>): Scored => {
    const result: TrialResult = {
      ...{ schema: "airworthy-trial/1", task: name, agent: "one", seed: "1", attempt: 1, expected: "repair" },
      ...{ verdict: "fail", because: [], findings: [], authority: [], steps: [], usage: { seconds: 1, commands: 1 } },
      ...{ overheadSeconds: 0, timeline: [], output: "", ...(rewards ? { rewards } : {}) },
    };
    const score = scoreOf(result);
    return { ...result, ...(score ? { score } : {}) };
  };
  const half = { reward: 0.5, detection: 1, localisation: 1 };
  const none = { reward: 0, detection: 1, localisation: 0 };
  const [summary] = summarise([trial("a", half), trial("a", none), trial("b", half), trial("c", { reward: 1 })]);
  const { rootCause, detection, localisation } = summary?.diagnosis ?? {};
  assert.deepEqual([rootCause?.mean, detection?.mean, localisation?.mean], [0.375, 1, 0.75]);
  assert.equal(summarise([trial("c", { reward: 1 })])[0]?.diagnosis, undefined);
});
