import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { verifyRun } from "../results/index.ts";
import { beginRun, conduct, lockOf, type Trials } from "../runs/index.ts";
import { writeReport } from "./index.ts";
import { readable, tagsOf } from "./testing/markup.ts";
import { madeUpTasks } from "./testing/run.ts";
import { madeUpTrial } from "./testing/trial.ts";

describe("The report of a run on disk", () => {
  let directory = "";
  let page = "";
  const tasks = madeUpTasks(2);
  const lock = lockOf({
    name: "evening",
    kind: "run",
    tasks: tasks.map((task) => ({ task, digest: "0".repeat(64), path: task.name })),
    agents: ["oracle", "nop"],
    attempts: 1,
    seeds: ["1", "2"],
    versions: { airworthy: "0.1.0", kubernetes: "1.36.0", node: "v24", score: "airworthy-score/1" },
  });

  /** Everything but the cluster is what makes real runs. */
  const trials: Trials = {
    memoryOf: () => 0,
    attempt: async ({ task: name, agent, seed, attempt }, { directory: artifacts }) => {
      const task = tasks.find((each) => each.name === name);
      assert.ok(task);
      const { result, kept } = await madeUpTrial(task, agent, seed, attempt);
      await mkdir(artifacts, { recursive: true });
      if (kept.seen) await writeFile(join(artifacts, "observations.json"), JSON.stringify(kept.seen));
      if (kept.trajectory) await writeFile(join(artifacts, "trajectory.json"), JSON.stringify(kept.trajectory));
      return result;
    },
  };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "airworthy-report-"));
    await beginRun(directory, lock, 1);
    await conduct(directory, trials, {
      budget: { jobs: 1, memoryMb: 1, ahead: 1 },
      report: () => {},
      signal: new AbortController().signal,
      key: generateKeyPairSync("ed25519").privateKey,
    });
    const written = await writeReport(directory, join(directory, "report.html"));
    page = await readFile(written.path, "utf8");
    assert.equal(written.trials, lock.trials.length);
    assert.equal(written.bytes, Buffer.byteLength(page));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  test("has every trial with what it was told, what it ran and what it changed.", () => {
    const text = readable(page);
    for (const { trial } of lock.trials) assert.ok(text.includes(trial), trial);
    assert.match(text, /Users of \w+ complain/);
    assert.match(text, /kubectl -n \w+ get pods,svc,endpoints/);
    assert.match(text, /Objects before and after/);
    assert.match(text, /100 % of all writes were prescribed before they were made/);
  });

  test("has versions, times and the digest of the signed bundle.", async () => {
    const bundle = await readFile(join(directory, "bundle.json"));
    const text = readable(page);
    assert.ok(text.includes(`sha256:${createHash("sha256").update(bundle).digest("hex")}`));
    for (const version of Object.values(lock.versions)) assert.ok(text.includes(version));
    assert.match(text, /began\d{4}-\d\d-\d\d \d\d:\d\d UTC, took/);
  });

  test("leaves the run what was signed, and is the same when it is made again.", async () => {
    assert.deepEqual((await verifyRun(directory)).faults, []);
    const again = await writeReport(directory, join(directory, "report.html"));
    assert.equal(await readFile(again.path, "utf8"), page);
  });

  test("says how many trials have no result while a run is going on.", async () => {
    const [first] = lock.trials;
    await rm(join(directory, first?.trial ?? "", "result.json"));
    await rm(join(directory, "bundle.json"));
    const { path } = await writeReport(directory, join(directory, "report.html"));
    const text = readable(await readFile(path, "utf8"));
    assert.match(text, /1 trial without a result/);
    assert.match(text, /not signed yet/);
    assert.doesNotThrow(() => tagsOf(page));
  });
});

test("Where there is no run, there is no report.", async () => {
  await assert.rejects(writeReport(join(tmpdir(), "airworthy-no-such-run"), "report.html"), { code: "NO_SUCH_RUN" });
});
