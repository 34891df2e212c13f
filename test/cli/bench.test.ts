import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { beginRun, conduct, lockOf, type Verdict } from "../../src/bench/index.ts";
import { versionsNow } from "../../src/cli/support/bench-run.ts";
import { tasksNamed } from "../../src/cli/support/bench-tasks.ts";
import { rawPublicKey } from "../../src/evidence/index.ts";
import { budget, folder, key, resultOf } from "../bench/small.ts";
import { airworthy } from "./harness.ts";

/** A finished run of real tasks, whose trials came to what they are told to. */
async function finished(directory: string, verdicts: readonly Verdict[], kind: "run" | "controls" = "run") {
  const tasks = await tasksNamed(["empty-shelves", "waiting-display"]);
  const order = { name: "run", kind, tasks, agents: ["nop"], attempts: 1, seeds: ["1"] } as const;
  const lock = lockOf({ ...order, versions: await versionsNow() });
  await beginRun(directory, lock, 1);
  const attempt = async (planned: (typeof lock.trials)[number]) => {
    const at = lock.trials.indexOf(lock.trials.find(({ trial }) => trial === planned.trial) ?? planned);
    return resultOf(planned, verdicts[at] ?? planned.wanted ?? "pass");
  };
  const options = { budget, key, report: () => {}, signal: new AbortController().signal };
  await conduct(directory, { memoryOf: () => 1, attempt }, options);
}

for (const [verdicts, code] of [
  [["pass", "pass"], 0],
  [["fail", "void"], 7],
  [["unsafe", "fail"], 8],
  [["void", "pass"], 9],
] as const) {
  test(`A run with ${verdicts.join(" and ")} exits with ${code}.`, async () => {
    await using at = await folder();
    const run = join(at.path, "run");
    await finished(run, verdicts);
    const { exitCode, stdout } = await airworthy(["bench", "resume", run], { env: { AIRWORTHY_KEYS: at.path } });
    assert.equal(exitCode, code);
    assert.match(stdout, /^RANK {2}AGENT/);
    assert.ok(stdout.endsWith(`prove it: airworthy verify ${run}\n`));
  });
}

test("A run that was carried elsewhere finds our tasks by their names.", async () => {
  await using at = await folder();
  const run = join(at.path, "run");
  await finished(run, ["pass", "pass"]);
  const lock = JSON.parse(await readFile(join(run, "lock.json"), "utf8"));
  const carried = (name: string) =>
    JSON.stringify(lock, (key, value) => (key === "path" ? `/elsewhere/${name || basename(value)}` : value));
  const resume = () => airworthy(["bench", "resume", run], { env: { AIRWORTHY_KEYS: at.path } });
  await writeFile(join(run, "lock.json"), carried(""));
  const found = await resume();
  assert.equal(found.exitCode, 0, found.stderr);
  await writeFile(join(run, "lock.json"), carried("no-task-of-ours"));
  assert.match((await resume()).stderr, /no-task-of-ours: expected a directory, or the name of a task or dataset/);
});

test("Controls that deviate are shown, and exit with 7.", async () => {
  await using at = await folder();
  const [good, bad] = [join(at.path, "good"), join(at.path, "bad")];
  await finished(good, [], "controls");
  await finished(bad, ["pass", "pass"], "controls");
  const env = { AIRWORTHY_KEYS: at.path };
  const well = await airworthy(["bench", "resume", good], { env });
  assert.equal(well.exitCode, 0, well.stdout + well.stderr);
  assert.doesNotMatch(well.stdout, /deviates/);
  const deviating = await airworthy(["bench", "resume", bad], { env });
  assert.equal(deviating.exitCode, 7);
  assert.match(deviating.stdout, /empty-shelves +1 +nop +fail +pass +<- deviates/);
});

test("Verify ends with 0, 6, 1 and 3: valid, unproven, invalid, no run.", async () => {
  await using at = await folder();
  const run = join(at.path, "run");
  await finished(run, ["pass", "pass"]);
  const publicKey = rawPublicKey(key).toString("base64");
  const valid = await airworthy(["verify", run, "--key", publicKey]);
  assert.deepEqual([valid.exitCode, valid.stdout.split(":")[0]], [0, "valid"]);
  assert.equal((await airworthy(["verify", run])).exitCode, 6);
  appendFileSync(join(run, "lock.json"), " ");
  const invalid = await airworthy(["verify", run, "--key", publicKey]);
  assert.equal(invalid.exitCode, 1);
  assert.match(invalid.stdout, /^ {2}changed: lock.json: expected sha256/m);
  assert.equal((await airworthy(["verify", at.path])).exitCode, 3);
});

test("Two runs are compared in words and as data, and a worse one exits with 7.", async () => {
  await using at = await folder();
  const [before, after] = [join(at.path, "before"), join(at.path, "after")];
  await finished(before, ["pass", "pass"]);
  await finished(after, ["fail", "pass"]);
  const { exitCode, stdout } = await airworthy(["bench", "compare", before, after]);
  assert.equal(exitCode, 0, "two tasks cannot tell");
  assert.match(stdout, /cannot be told from/);
  assert.match(stdout, /^empty-shelves +100 % of 1 +0 % of 1 /m);
  const data = JSON.parse((await airworthy(["bench", "compare", before, after, "--json"])).stdout);
  assert.deepEqual([data.overall.verdict, data.overall.mean, data.overall.tasks], ["cannot tell", -0.5, 2]);
  assert.match(
    stdout,
    /^safe: no forbidden write +100 % \(34 %-100 %\) +100 % \(34 %-100 %\) +\+0\.0 .* cannot tell$/m,
  );
  assert.match(stdout, /^routing +1 +100 % -> 100 % +100 % -> 0 %$/m);
  assert.match(stdout, /^empty-shelves +fixed +100 % -> 0 % +may be chance +empty-shelves__/m);
  assert.deepEqual(
    data.regressions.map(({ task, measure }: { task: string; measure: string }) => [task, measure]),
    [["empty-shelves", "fixed"]],
  );
  const wrong = await airworthy(["bench", "compare", before, after, "--agent", "oracle"]);
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.stderr, /--agent: expected an agent of .*, found "oracle"\nhint: it has: nop/);
});

test("What a run cannot begin with is said before anything is made.", async () => {
  await using at = await folder();
  const run = join(at.path, "run");
  await writeFile(join(at.path, "file"), "");
  for (const [args, code, words] of [
    [["no-such-task"], 3, /no-such-task: expected a directory/],
    [["empty-shelves", "--agent", "orakle"], 2, /no agent "orakle"\nhint: did you mean oracle\?/],
    [["empty-shelves", "--agent", "control:magic"], 2, /empty-shelves: no control "magic"/],
    [["empty-shelves", "--agent", "script:none.sh"], 2, /script:none.sh: cannot be read/],
    [["empty-shelves", "--attempts", "0"], 2, /--attempts: expected a number from 1 to 1000, found "0"/],
    [["empty-shelves", "--jobs", "many"], 2, /--jobs: expected a number/],
    [["empty-shelves", "--recorder", "loud"], 2, /--recorder: expected off, shim, offered/],
    [["empty-shelves", "--out", join(at.path, "file", "run")], 1, /cannot be made/],
  ] as const) {
    const { exitCode, stderr } = await airworthy(["bench", "run", "--out", run, ...args].filter(isLastOut));
    assert.match(stderr, words);
    assert.equal(exitCode, code, stderr);
  }
  assert.equal((await airworthy(["bench", "resume", run])).exitCode, 3);
  await finished(run, ["pass", "pass"]);
  const again = await airworthy(["bench", "run", "empty-shelves", "--out", run]);
  assert.deepEqual([again.exitCode, /found a run\nhint: go on with it/.test(again.stderr)], [5, true]);
});

/** The first `--out` goes where another follows. */
function isLastOut(_: string, at: number, words: readonly string[]): boolean {
  const first = words.indexOf("--out");
  return words.lastIndexOf("--out") === first || (at !== first && at !== first + 1);
}

test("A matrix file is refused with every fault and its place, and takes no options beside it that it says itself.", async () => {
  await using at = await folder();
  const file = join(at.path, "matrix.toml");
  const out = ["--out", join(at.path, "run")];
  await writeFile(file, 'tasks = ["empty-shelves"]\nattempts = 0\n[[agents]]\nagent = "nop"\nmodel = ["x"]\n');
  const bad = await airworthy(["bench", "run", file, ...out]);
  assert.equal(bad.exitCode, 2);
  assert.match(bad.stderr, /matrix\.toml:2: attempts: expected at least 1, found 0/);
  assert.match(bad.stderr, /matrix\.toml:5: agents\[0\]\.model: nothing reads this key \(did you mean models\?\)/);
  await writeFile(file, 'tasks = ["empty-shelves"]\n[[agents]]\nname = "mine"\nagent = "orakle"\n');
  const beside = await airworthy(["bench", "run", file, "--attempts", "2", ...out]);
  assert.deepEqual([beside.exitCode, /--attempts: expected it in .*matrix\.toml/.test(beside.stderr)], [2, true]);
  const unknown = await airworthy(["bench", "run", file, ...out]);
  assert.deepEqual([unknown.exitCode, /no agent "orakle"/.test(unknown.stderr)], [2, true]);
  const none = await airworthy(["bench", "run", join(at.path, "none.toml"), ...out]);
  assert.deepEqual([none.exitCode, /none\.toml: cannot be read/.test(none.stderr)], [2, true]);
});

test("Tasks are exported all or none: what is wrong with one of them is said before anything is written.", async () => {
  await using at = await folder();
  const out = join(at.path, "exported");
  const exported = (...names: string[]) => airworthy(["bench", "export", ...names, "--harbor", "--out", out]);
  assert.equal((await exported("empty-shelves", "nonesuch")).exitCode, 3);
  assert.equal(existsSync(out), false);
  assert.equal((await exported("empty-shelves")).exitCode, 0);
  const again = await exported("wrong-tree", "empty-shelves");
  assert.equal(again.exitCode, 2);
  assert.match(again.stderr, /empty-shelves-1: expected nothing there, found something/);
  assert.deepEqual(readdirSync(out), ["empty-shelves-1"]);
});
