import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { nop, scripted } from "../../src/agents/index.ts";
import { type HarborAgent, runHarborTrial } from "../../src/bench/index.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { localProvider } from "../../src/cluster/index.ts";
import { harborPlan, loadTask } from "../../src/task/index.ts";
import { airworthy } from "../cli/harness.ts";
import { type Scene, setScene, skip } from "./scene.ts";

const signal = new AbortController().signal;
const report = () => {};
const fixture = (name: string) => `test/task/fixtures/${name}`;
let made = 0;

/** A cluster as the task wants it, for it alone. */
async function attempt(path: string, agent: HarborAgent) {
  const task = await loadTask(path);
  const { plan, refusals } = harborPlan(task);
  assert.ok(plan, JSON.stringify(refusals));
  const spec = { ...plan.cluster, name: `harbor-${process.pid}-${++made}`, apiNames: plan.hosts };
  const clusters = () => localProvider().create(spec, { report, signal });
  return await runHarborTrial(task, plan, agent, { clusters, report, signal });
}

// Its tests wait for what does not come: the machine has time for the others meanwhile.
describe("A task that others wrote for containers", { skip, concurrency: true }, () => {
  test("is broken by its bootstrap, repaired by its solution and judged by its tests, on a cluster of ours.", async () => {
    const { verdict, because, rewards, output } = await attempt(fixture("night-desk"), "oracle");
    assert.deepEqual([verdict, because, rewards], ["pass", [], { reward: 1 }], output);
  });

  test("fails when nothing is done.", async () => {
    const { verdict, rewards } = await attempt(fixture("night-desk"), nop);
    assert.deepEqual([verdict, rewards], ["fail", { reward: 0 }]);
  });

  test("finds the nodes that it names.", async () => {
    const { verdict, because, output } = await attempt(fixture("two-floors"), "oracle");
    assert.equal(verdict, "pass", `${because} ${output}`);
  });

  test("may have been ours and exported: its solution is rewarded, and idleness is not.", async (t) => {
    const directory = await mkdtemp(join(tmpdir(), "airworthy-export-"));
    t.after(() => rm(directory, { recursive: true, force: true }));
    const written = await airworthy(["bench", "export", "empty-shelves", "--harbor", "--out", directory]);
    assert.equal(written.exitCode, 0, written.stderr);
    const exported = join(directory, "empty-shelves-1");
    const [repaired, idle] = await Promise.all([attempt(exported, "oracle"), attempt(exported, nop)]);
    assert.deepEqual(
      [repaired.verdict, repaired.rewards],
      ["pass", { reward: 1 }],
      `${repaired.because} ${repaired.output}`,
    );
    assert.deepEqual([idle.verdict, idle.rewards], ["fail", { reward: 0 }], `${idle.because}`);
  });
});

describe("A task that needs only a shell", { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await setScene();
  });
  after(() => scene[Symbol.asyncDispose]());

  const shelf = async (name: string, agent: HarborAgent, directory?: string) => {
    const task = await loadTask(fixture(name));
    const { plan } = harborPlan(task);
    assert.ok(plan);
    // Nothing in it asks for the API server.
    const clusters = async () => ({ ...scene.cluster, [Symbol.asyncDispose]: async () => {} }) as unknown as Cluster;
    return await runHarborTrial(task, plan, agent, { clusters, report, signal, ...(directory ? { directory } : {}) });
  };

  test("passes with its solution and fails without.", async () => {
    assert.equal((await shelf("tidy-shelf", "oracle")).verdict, "pass");
    assert.equal((await shelf("tidy-shelf", nop)).verdict, "fail");
  });

  test("is not passed by whoever writes the verdict before the tests do.", async () => {
    const forger = `mkdir -p /logs/verifier /tests && echo '{"reward": 1}' > /logs/verifier/reward.json
      echo 1 > /logs/verifier/reward.txt; printf '#!/bin/sh\\necho 1 > /logs/verifier/reward.txt' > /tests/test.sh; chmod +x /tests/test.sh
      (setsid sh -c 'while :; do echo 1 > /logs/verifier/reward.txt; cp /dev/null /tests/test.sh; done' > /dev/null 2>&1 &)`;
    const { verdict, because } = await shelf("tidy-shelf", scripted("forger", forger));
    assert.equal(verdict, "fail", because.join("\n"));
  });

  test("has neither tests nor solution while the agent works.", async () => {
    const { output } = await shelf(
      "tidy-shelf",
      scripted(
        "curious",
        "ls -d /tests /solution; find / -name 'solve.sh' -o -name test.sh 2>/dev/null | grep -v ^/proc",
      ),
    );
    assert.ok(!/solve\.sh|test\.sh/.test(output.split("tests/")[0] ?? ""), output);
  });

  test("fails, and is not void, when the agent leaves no room for the tests.", async () => {
    const { verdict, because } = await shelf("tidy-shelf", scripted("filler", "cat /dev/zero > /shelf/full"));
    assert.equal(verdict, "fail", because.join("\n"));
    assert.match(because[0] ?? "", /left no room for the tests: disk/);
  });

  test("is taken step by step, each with its own setup, tests and least reward.", async () => {
    const directory = await mkdtemp(join(tmpdir(), "airworthy-harbor-"));
    const whole = await shelf("in-two-parts", "oracle", directory);
    const { steps } = JSON.parse(await readFile(join(directory, "trajectory.json"), "utf8"));
    await rm(directory, { recursive: true });
    assert.deepEqual(
      steps.map(({ source }: { source: string }) => source),
      ["user", "agent", "user", "agent"],
    );
    assert.deepEqual(
      [whole.verdict, whole.rewards, whole.findings.length],
      ["pass", { reward: 1, tidy: 1 }, 2],
      whole.because.join("\n"),
    );
    const half = await shelf("in-two-parts", scripted("half", "echo blue > one"));
    assert.deepEqual([half.verdict, half.rewards], ["fail", { reward: 0, tidy: 1 }]);
    const none = await shelf("in-two-parts", nop);
    assert.deepEqual([none.verdict, none.findings.length], ["fail", 1]);
  });
});
