import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync, globSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { beginRun, conduct, type Trials, verifyRun } from "../../src/bench/index.ts";
import { openLog, rawPublicKey } from "../../src/evidence/index.ts";
import { budget, folder, key, resultOf, smallLock } from "./small.ts";

const trusted = { keys: [rawPublicKey(key)] };

/** A finished run whose trials each kept an evidence log. */
async function finishedRun(directory: string, keyDirectory: string): Promise<string> {
  const path = join(directory, "run");
  await beginRun(path, smallLock(), 1);
  const attempt: Trials["attempt"] = async (planned, { directory: artifacts }) => {
    await using log = await openLog(join(artifacts, "evidence"), { create: true, keyDirectory });
    await log.checkpoint();
    await writeFile(join(artifacts, "audit.jsonl"), "{}\n");
    await writeFile(join(artifacts, "output.txt"), "done\n");
    return resultOf(planned);
  };
  const options = { budget, key, report: () => {}, signal: new AbortController().signal };
  await conduct(path, { memoryOf: () => 1, attempt }, options);
  return path;
}

test("A finished run is valid for whoever has its key, and unproven without.", async () => {
  await using at = await folder();
  const run = await finishedRun(at.path, join(at.path, "keys"));
  const proved = await verifyRun(run, trusted);
  assert.deepEqual([proved.result, proved.faults, proved.logs.length], ["valid", [], 4]);
  assert.deepEqual(proved.signed?.verdicts, { pass: 4, fail: 0, unsafe: 0, void: 0 });
  assert.ok(proved.logs.every(({ entries }) => entries === 1));
  const alone = await verifyRun(run);
  assert.deepEqual([alone.result, alone.key?.trusted], ["unproven", false]);
  const { privateKey } = generateKeyPairSync("ed25519");
  const foreign = await verifyRun(run, { keys: [rawPublicKey(privateKey)] });
  assert.deepEqual([foreign.result, foreign.faults[0]?.path], ["invalid", "bundle.json"]);
  await cp(run, join(at.path, "copy"), { recursive: true });
  assert.equal((await verifyRun(join(at.path, "copy"), trusted)).result, "valid", "it may be copied anywhere");
});

test("A change in any file is found, and the file is named.", async () => {
  await using at = await folder();
  const run = await finishedRun(at.path, join(at.path, "keys"));
  const files = globSync("**", { cwd: run, withFileTypes: false }).filter((path) => statSync(join(run, path)).isFile());
  assert.ok(files.length > 30, files.join(" "));
  for (const path of files.filter((file) => file !== ".in-use")) {
    const [place, whole] = [join(run, path), readFileSync(join(run, path))];
    if (whole.length === 0) continue;
    const changed = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
    await writeFile(place, changed);
    const { result, faults } = await verifyRun(run, trusted);
    assert.equal(result, "invalid", path);
    assert.ok(
      faults.some((fault) => fault.path === path),
      `${path}: ${JSON.stringify(faults)}`,
    );
    await writeFile(place, whole);
  }
  assert.equal((await verifyRun(run, trusted)).result, "valid");
});

test("What was taken away, added, or replaced by a link is named.", async () => {
  await using at = await folder();
  const run = await finishedRun(at.path, join(at.path, "keys"));
  const [audit = "", other = ""] = globSync("*/artifacts/audit.jsonl", { cwd: run }).sort();
  await rename(join(run, audit), join(run, "audit.jsonl"));
  await rm(join(run, other));
  symlinkSync(join(run, "audit.jsonl"), join(run, other));
  const { faults } = await verifyRun(run, trusted);
  assert.deepEqual(
    faults.map(({ path, is }) => [path, is]),
    [
      [audit, "missing"],
      [other, "not a file"],
      ["audit.jsonl", "added"],
    ],
  );
});

test("A log that does not agree with itself is found even if whoever changed it could sign the run again.", async () => {
  await using at = await folder();
  const run = await finishedRun(at.path, join(at.path, "keys"));
  const [segment = ""] = globSync("*/artifacts/evidence/segments/*.jsonl", { cwd: run });
  appendFileSync(join(run, segment), "{}\n");
  await rm(join(run, "bundle.json"));
  const options = { budget, key, report: () => {}, signal: new AbortController().signal };
  await conduct(run, { memoryOf: () => 1, attempt: async (planned) => resultOf(planned) }, options);
  const { result, faults } = await verifyRun(run, trusted);
  assert.deepEqual([result, faults.map(({ is }) => is)], ["invalid", ["invalid log"]]);
});

test("Without a bundle there is nothing to verify.", async () => {
  await using at = await folder();
  await mkdir(join(at.path, "run"));
  await assert.rejects(verifyRun(join(at.path, "run")), { code: "NO_SUCH_RUN", message: /no bundle.json/ });
});

test("A report that was made from a run does not change it.", async () => {
  await using at = await folder();
  const run = await finishedRun(at.path, join(at.path, "keys"));
  await writeFile(join(run, "report.html"), "<p>");
  assert.equal((await verifyRun(run, trusted)).result, "valid");
});
