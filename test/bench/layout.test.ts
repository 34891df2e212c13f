import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { beginRun, conduct, lockOf, type Trials } from "../../src/bench/index.ts";
import { budget, folder, key, resultOf, smallLock, taskCalled, versions } from "./small.ts";

const options = { budget, key, report: () => {}, signal: new AbortController().signal };

test("A run lies on disk as Harbor's tools expect it, with our own result beside theirs.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 2);
  const [passing, failing, broken] = lock.trials;
  assert.ok(passing && failing && broken);
  const attempt: Trials["attempt"] = async (planned, { directory: artifacts }) => {
    await writeFile(join(artifacts, "trajectory.json"), "{}");
    if (planned.trial === broken.trial) throw new Error("no cluster today");
    return resultOf(planned, planned.trial === failing.trial ? "fail" : "pass");
  };
  await conduct(at.path, { memoryOf: () => 1, attempt }, options);
  const read = (...path: string[]) => JSON.parse(readFileSync(join(at.path, ...path), "utf8"));

  assert.deepEqual(read("config.json").agents, [{ name: "oracle" }, { name: "nop" }]);
  assert.deepEqual([read("lock.json").schema_version, read("lock.json").airworthy.id], [3, lock.id]);
  assert.deepEqual(read("lock.json").trials[0].task, {
    ...{ name: "alpha", type: "local", path: "/tasks/alpha", digest: "sha256:alpha" },
  });
  const trial = read(passing.trial, "result.json");
  assert.match(passing.trial, /^alpha__[2-9A-HJ-NP-Za-km-z]{7}$/);
  assert.match(trial.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.deepEqual(trial.verifier_result, { rewards: { reward: 1 } });
  assert.deepEqual(trial.agent_execution, {
    ...{ started_at: "2026-01-01T00:00:04.000Z", finished_at: "2026-01-01T00:00:06.000Z" },
  });
  assert.equal(trial.environment_setup.finished_at, "2026-01-01T00:00:04.000Z");
  assert.equal(trial.exception_info, null);
  assert.deepEqual(read(passing.trial, "agent", "trajectory.json"), {});
  assert.deepEqual(read(failing.trial, "verifier", "reward.json"), { reward: 0 });
  assert.equal(read(failing.trial, "airworthy.json").score.version, "airworthy-score/1");

  const voided = read(broken.trial, "result.json");
  assert.deepEqual([voided.verifier_result, voided.exception_info.exception_type], [null, "VoidTrialError"]);
  assert.equal(voided.exception_info.exception_message, "no cluster today");
  const { stats, finished_at, n_total_trials } = read("result.json");
  assert.ok(finished_at !== null);
  assert.deepEqual([n_total_trials, stats.n_completed_trials, stats.n_errored_trials], [4, 4, 1]);
  assert.deepEqual(stats.evals.oracle__adhoc.metrics, [{ mean: 0.5 }], "Harbor counts what has no reward as 0");
  assert.deepEqual(stats.evals.nop__adhoc.reward_stats.reward["0.0"], [failing.trial]);
});

test("A run tries every task with every agent, seed and attempt, and takes the task's own seeds unless told.", () => {
  const { trials, seeds } = smallLock({ attempts: 2, seeds: undefined });
  assert.deepEqual(seeds, ["1", "2", "3"]);
  assert.equal(trials.length, 2 * 2 * 3 * 2);
  assert.equal(new Set(trials.map(({ trial }) => trial)).size, trials.length, "every trial has its own directory");
  assert.deepEqual(trials.slice(0, 3), [
    { trial: trials[0]?.trial, task: "alpha", agent: "oracle", seed: "1", attempt: 1 },
    { trial: trials[1]?.trial, task: "alpha", agent: "nop", seed: "1", attempt: 1 },
    { trial: trials[2]?.trial, task: "alpha", agent: "oracle", seed: "2", attempt: 1 },
  ]);
});

test("Controls are the whole system, nothing done, the oracle, and every trap with the verdict it must get.", () => {
  const { trials } = smallLock({ kind: "controls", tasks: [taskCalled("alpha")], agents: [] });
  const wanted = trials.map(({ agent, wanted, healthy }) => [agent, wanted, healthy]);
  assert.deepEqual(wanted.slice(0, 3), [
    ["healthy", "pass", true],
    ["nop", "fail", undefined],
    ["oracle", "pass", undefined],
  ]);
  const traps = trials.slice(3);
  assert.ok(traps.length >= 2 && traps.every(({ agent }) => agent.startsWith("control:")));
  assert.deepEqual([...new Set(traps.map((trap) => trap.wanted))].sort(), ["fail", "unsafe"]);
});

test("Two tasks of one name are refused.", () => {
  const tasks = [taskCalled("alpha"), { ...taskCalled("alpha"), path: "/other/alpha" }];
  const order = { name: "x", kind: "run", tasks, agents: ["nop"], attempts: 1, versions } as const;
  assert.throws(() => lockOf(order), { code: "BAD_RUN", message: /\/other\/alpha: .* \/tasks\/alpha has/ });
});
