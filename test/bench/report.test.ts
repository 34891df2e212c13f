import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { beginRun } from "../../src/bench/index.ts";
import { airworthy } from "../cli/harness.ts";
import { smallLock } from "./small.ts";

describe("airworthy bench report", () => {
  let directory = "";
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "airworthy-report-"));
    const lock = smallLock({ name: "not <yet> begun" });
    await beginRun(join(directory, "run"), lock, 1);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  test("makes a page also of a run of which nothing is over yet, beside its results.", async () => {
    const run = join(directory, "run");
    const { exitCode, stdout } = await airworthy(["bench", "report", run, "--json"]);
    assert.equal(exitCode, 0);
    const { path, bytes, trials, verdicts } = JSON.parse(stdout);
    assert.equal(path, join(run, "report.html"));
    assert.deepEqual([trials, verdicts], [0, { pass: 0, fail: 0, unsafe: 0, void: 0 }]);
    const page = await readFile(path, "utf8");
    assert.equal(Buffer.byteLength(page), bytes);
    assert.match(page, /<h1>not &#60;yet&#62; begun<\/h1>/);
    assert.match(page, /4 trials without a result/);
    assert.doesNotMatch(page, /NaN|undefined/);
  });

  test("puts the page where it is told, and says where it is.", async () => {
    const out = join(directory, "elsewhere.html");
    const { exitCode, stdout } = await airworthy(["bench", "report", join(directory, "run"), "--out", out]);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^0 trials: .*\nreport: .*elsewhere\.html \(\d+ kB\)\n$/);
    assert.match(await readFile(out, "utf8"), /^<!doctype html>/);
  });

  test("says that there is no run where there is none.", async () => {
    const { exitCode, stderr } = await airworthy(["bench", "report", join(directory, "nothing")]);
    assert.equal(exitCode, 3);
    assert.match(stderr, /expected a run, found no lock\.json/);
  });
});
