import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { beginRun, conduct, loadMatrix, lockOf, type Verdict, writeReport } from "../../src/bench/index.ts";
import { describeRun } from "../../src/cli/support/bench-text.ts";
import { budget, folder, key, resultOf, taskCalled, versions } from "./small.ts";

const file = `
tasks = ["alpha", "beta"]
attempts = 2
seeds = [1]
recorders = ["off", "offered"]
baseline = "old"

[[agents]]
name = "old"
agent = "script:old.sh"

[[agents]]
name = "new"
agent = "script:new.sh"
`;

test("A matrix is a run like any other: interrupted, it goes on with what is not over, and its report compares.", async () => {
  await using at = await folder();
  const [matrixFile, directory] = [join(at.path, "matrix.toml"), join(at.path, "run")];
  await writeFile(matrixFile, file);
  const { tasks: names, ...order } = await loadMatrix(matrixFile);
  const tasks = names.map((name) => ({ ...taskCalled(name), category: `area of ${name}` }));
  const lock = lockOf({ name: "matrix", kind: "run", tasks, versions, ...order });
  await beginRun(directory, lock, 1);
  const made: string[] = [];
  const stop = new AbortController();
  const trials = (most: number) => ({
    memoryOf: () => 1,
    attempt: async (planned: (typeof lock.trials)[number]) => {
      if (made.length === most) {
        stop.abort(new DOMException("enough", "AbortError"));
        stop.signal.throwIfAborted();
      }
      made.push(`${planned.task} ${planned.spec?.replace(/^.*\//, "")} ${planned.recorder} ${planned.attempt}`);
      const isNew = planned.spec?.endsWith("new.sh") === true;
      const verdict: Verdict = isNew && planned.task === "beta" ? "unsafe" : "pass";
      return resultOf(planned, verdict);
    },
  });
  const report = () => {};
  await assert.rejects(conduct(directory, trials(5), { budget, key, report, signal: stop.signal }), {
    name: "AbortError",
  });
  const run = await conduct(directory, trials(100), { budget, key, report, signal: new AbortController().signal });
  assert.equal(run.trials.length, 16);
  assert.deepEqual([made.length, new Set(made).size], [16, 16], "nothing is done twice");
  assert.deepEqual(run.leaderboard.map(({ agent }) => agent).sort(), [
    ...["new, recorder off", "new, recorder offered", "old, recorder off", "old, recorder offered"],
  ]);

  const { path } = await writeReport(directory, join(directory, "report.html"));
  const page = readFileSync(path, "utf8");
  const [, section = ""] = /<section id="comparison">(.*?)<\/section>/s.exec(page) ?? [];
  assert.match(section, /new, recorder offered <span class="remark">against old, recorder offered/);
  assert.match(section, /area of beta/);
  const [, row = ""] = /<table class="regressions">.*?<th scope="row">beta(.*?)<\/tr>/s.exec(section) ?? [];
  const [, place = ""] = /href="#(t\d+)"/.exec(row) ?? [];
  assert.match(page, new RegExp(`<details class="trial" id="${place}" data-verdict="unsafe">`));

  const text = describeRun(run);
  assert.match(text, /^new, recorder off against old, recorder off:$/m);
  assert.match(text, /^beta +safe +100 % -> 0 % +may be chance +beta__/m);
});
