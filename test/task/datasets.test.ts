import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lint, loadDataset, loadTask, planOf, seedsOf } from "../../src/task/index.ts";
import { airworthy } from "../cli/harness.ts";

const core = "datasets/kubernetes-core";
const { tasks, remarks } = await loadDataset(core);

test("The linter finds nothing in our own tasks, and their list has their digests.", async () => {
  assert.deepEqual(
    (await lint(core)).flatMap(({ findings }) => findings),
    [],
  );
  assert.deepEqual(remarks, []);
});

test("There are at least 20 tasks, of all difficulties, over at least 12 areas and all kinds of judgement.", () => {
  const kinds = (key: string) => new Set(tasks.map(({ config }) => String(config.metadata[key])));
  assert.ok(tasks.length >= 20);
  assert.deepEqual([...kinds("difficulty")].sort(), ["easy", "hard", "medium"]);
  assert.ok(kinds("category").size >= 12, [...kinds("category")].join(", "));
  assert.deepEqual([...new Set(tasks.map(({ own }) => own?.expected.is))].sort(), [
    "decline",
    "escalate",
    "nothing",
    "repair",
  ]);
  assert.ok(tasks.some(({ own }) => (own?.cluster.nodes.length ?? 0) > 1));
  assert.ok(tasks.some(({ own }) => (own?.faults.length ?? 0) > 1));
  assert.ok(tasks.some(({ own }) => (own?.chaos.length ?? 0) > 0));
  assert.ok(tasks.some(({ own }) => (own?.objects ?? "") !== ""));
});

for (const { name, own } of tasks) {
  test(`${name} has a plan for every seed that a run takes, and controls that are told apart by their names.`, () => {
    assert.ok(own);
    for (const seed of seedsOf(own)) {
      const { controls, instruction, solution } = planOf(own, seed);
      assert.equal(new Set(controls.map((control) => control.name)).size, controls.length);
      assert.doesNotMatch(instruction + solution, /\{\{|undefined/);
    }
  });
}

test("The example in the document is a task that can be read, with a plan.", async (t) => {
  const [, toml = ""] = /```toml\n(.*?)```/s.exec(await readFile("docs/tasks.md", "utf8")) ?? [];
  const directory = await mkdtemp(join(tmpdir(), "airworthy-example-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "tests/controls"), { recursive: true });
  await writeFile(join(directory, "task.toml"), toml);
  await writeFile(join(directory, "instruction.md"), "Visitors of {{home}} find no goods.\n");
  await writeFile(join(directory, "tests/controls/mend-the-other.sh"), "kubectl -n {{twin}} get pods\n");
  const { own } = await loadTask(directory);
  assert.ok(own);
  const { endings, authority, chaos } = planOf(own, "1");
  assert.ok(endings.length > 0 && authority.never.length > 0 && chaos.length > 0);
});

test("A new task is written, lints with what is left to fill in, and is not written over.", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-new-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const made = await airworthy(["bench", "new", "slow-morning", "--in", directory, "--fault", "service-port"]);
  assert.equal(made.exitCode, 0, made.stderr);
  const linted = await airworthy(["bench", "lint", join(directory, "slow-morning")]);
  assert.equal(linted.exitCode, 1);
  assert.match(linted.stdout, /task\.toml:\d+: placeholder-left: to be filled in/);
  const again = await airworthy(["bench", "new", "slow-morning", "--in", directory]);
  assert.equal(again.exitCode, 2);
  const unknown = await airworthy(["bench", "new", "other", "--in", directory, "--fault", "service-prot"]);
  assert.match(unknown.stderr, /no fault "service-prot" \(did you mean service-port\?\)/);
});

test("Tasks are listed and shown, without the answer unless asked for.", async () => {
  const listed = JSON.parse((await airworthy(["bench", "list", core, "--json"])).stdout);
  assert.equal(listed.tasks.length, tasks.length);
  const shown = await airworthy(["bench", "show", "empty-shelves"]);
  assert.match(shown.stdout, /^airworthy\/empty-shelves, seed 1: easy, routing, 600 s, 1 nodes\n/);
  assert.doesNotMatch(shown.stdout, /selector|CONTROL/);
  const answer = await airworthy(["bench", "show", "empty-shelves", "--answer"]);
  assert.match(answer.stdout, /cause: Service .*kubectl .* patch service/s);
  const foreign = await airworthy(["bench", "list", "test/task/fixtures"]);
  assert.match(foreign.stdout, /^night-desk +easy +- +tests +1 +yes$/m);
});
