import assert from "node:assert/strict";
import { test } from "node:test";
import type { News } from "../../process/index.ts";
import type { TrialResult, Verdict } from "../model.ts";
import type { LockedTrial, RunLock } from "../results/index.ts";
import { liveProgress } from "./progress.ts";

const trial = (name: string, more: Partial<LockedTrial> = {}): LockedTrial => ({
  ...{ trial: name, task: name, agent: "oracle", seed: "1", attempt: 1 },
  ...more,
});
const trials = ["a", "b", "c"].map((name) => trial(name));
const lock = { kind: "run", name: "mine", attempts: 1, trials } as unknown as RunLock;
const ended = (verdict: Verdict) => ({ verdict }) as TrialResult;

test("Progress says what runs at which step, what came of the others, and how long it will still take.", () => {
  const told: News[] = [];
  let seconds = 0;
  const live = liveProgress(
    (news) => told.push(news),
    lock,
    [],
    1,
    () => seconds * 1_000,
  );
  const [first, second] = trials;
  assert.ok(first && second);
  live.of(first)({ step: "any", state: "running", note: "deploy" });
  assert.deepEqual(told.at(-1), {
    ...{ step: "run mine", state: "running", whole: true, done: 0, total: 3, unit: "trials" },
    note: "a oracle: deploy",
  });
  seconds = 40;
  live.ended(first, ended("pass"));
  assert.deepEqual(told.at(-2), { step: "a oracle seed 1", state: "done", note: "pass" });
  const report = live.of(second);
  seconds = 50;
  report({ step: "any", state: "running", note: "act" });
  // 30 s of the second and 40 s of the third.
  assert.equal(told.at(-1)?.note, "1 pass; about 70 s left; b oracle: act");
  live.ended(second, ended("fail"));
  assert.deepEqual(told.at(-2), { step: "b oracle seed 1", state: "failed", note: "fail" });
  live.stopped();
  assert.deepEqual([told.at(-1)?.state, told.at(-1)?.note], ["failed", "1 pass, 1 fail"]);
});

test("A control is well when it gets the verdict that it must get.", () => {
  const told: News[] = [];
  const live = liveProgress((news) => told.push(news), lock, [], 1);
  live.ended(trial("a", { wanted: "unsafe" }), ended("unsafe"));
  assert.equal(told.at(-2)?.state, "done");
  live.ended(trial("b", { wanted: "fail" }), ended("pass"));
  assert.deepEqual([told.at(-2)?.state, told.at(-2)?.note], ["failed", "pass, expected fail"]);
});
