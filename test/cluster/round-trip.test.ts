import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { nop } from "../../src/agents/index.ts";
import { type HarborAgent, runHarborTrial } from "../../src/bench/index.ts";
import { localProvider } from "../../src/cluster/index.ts";
import { harborPlan, loadTask } from "../../src/task/index.ts";
import { airworthy } from "../cli/harness.ts";
import { skip } from "../sandbox/scene.ts";

const signal = new AbortController().signal;
const report = () => {};

test("A task of ours that was exported for elsewhere runs here again: its solution is rewarded, and idleness is not.", {
  skip,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-export-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const written = await airworthy(["bench", "export", "empty-shelves", "--harbor", "--out", directory]);
  assert.equal(written.exitCode, 0, written.stderr);
  const task = await loadTask(join(directory, "empty-shelves-1"));
  const { plan } = harborPlan(task);
  assert.ok(plan);
  let made = 0;
  const attempt = async (agent: HarborAgent) => {
    const spec = { ...plan.cluster, name: `trip-${process.pid}-${++made}`, apiNames: plan.hosts };
    const clusters = () => localProvider().create(spec, { report, signal });
    return await runHarborTrial(task, plan, agent, { clusters, report, signal });
  };
  const [repaired, idle] = await Promise.all([attempt("oracle"), attempt(nop)]);
  assert.deepEqual(
    [repaired.verdict, repaired.rewards],
    ["pass", { reward: 1 }],
    `${repaired.because} ${repaired.output}`,
  );
  assert.deepEqual([idle.verdict, idle.rewards], ["fail", { reward: 0 }], `${idle.because}`);
});
