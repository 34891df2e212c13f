import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { directoryOf, sound } from "../testing/directory.ts";
import { showFlaw } from "./flaw.ts";
import { loadTask, readTask } from "./load.ts";

const foreign = {
  "task.toml": "[metadata]\ndifficulty = 'easy'\n",
  "instruction.md": "Do it.\n",
  "environment/Dockerfile": "FROM debian:bookworm-slim\n",
  "tests/test.sh": "#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n",
};

test("A task of our own is read with its defaults, its limit from the agent's timeout and its scripts from beside it.", async (t) => {
  const { name, own, remarks } = await loadTask(await directoryOf(t, sound));
  assert.equal(name, "airworthy/lost-goods");
  assert.deepEqual(remarks, []);
  assert.equal(own?.name, "lost-goods");
  assert.equal(own?.limit, 300);
  assert.deepEqual(own?.expected, { is: "repair" });
  assert.deepEqual(own?.cluster, { nodes: [{ name: "node-1" }], addons: [] });
  assert.deepEqual(own?.controls, [
    { name: "look", verdict: "fail", because: "looking repairs nothing", script: sound["tests/controls/look.sh"] },
  ]);
});

test("A task in Harbor's format is read with Harbor's defaults; one without a name has its directory's.", async (t) => {
  const directory = await directoryOf(t, foreign);
  const task = await loadTask(directory);
  assert.equal(directory.endsWith(task.name), true);
  assert.equal(task.own, undefined);
  assert.equal(task.config.agent.timeout_sec, undefined);
  assert.equal(task.config.verifier.timeout_sec, 600);
  assert.equal(task.config.environment.network_mode, "public");
  assert.deepEqual(task.steps, [{ name: "", instruction: "Do it.\n" }]);
});

test("Keys of older versions are understood.", async (t) => {
  const toml = `version = "1.0"\n[environment]\nmemory = "2G"\nstorage = "512M"\nallow_internet = false\n`;
  const { config } = await loadTask(await directoryOf(t, { ...foreign, "task.toml": toml }));
  assert.equal(config.schema_version, "1.0");
  assert.equal(config.environment.memory_mb, 2_048);
  assert.equal(config.environment.storage_mb, 512);
  assert.equal(config.environment.network_mode, "no-network");
});

test("What Harbor ignores is a remark with its line and the key that was meant, and no error.", async (t) => {
  const toml = "[task]\nname = 'a/b'\ncategory = 'x'\n\n[agent]\ntimeout_secs = 3\n";
  const { remarks } = await loadTask(await directoryOf(t, { ...foreign, "task.toml": toml }));
  assert.deepEqual(remarks.map(showFlaw), [
    "task.toml:3: task.category: nothing reads this key (there are: name, version, description, authors, keywords)",
    "task.toml:6: agent.timeout_secs: nothing reads this key (did you mean timeout_sec?)",
  ]);
});

test("A mark against training is not shown to the agent.", async (t) => {
  const text = "<!-- some canary GUID 1 -->\n# canary 2\n\n\nDo it.\n";
  const { steps } = await loadTask(await directoryOf(t, { ...foreign, "instruction.md": text }));
  assert.equal(steps[0]?.instruction, "Do it.\n");
});

test("A task with steps has an instruction and tests for each.", async (t) => {
  const files = {
    "task.toml": '[[steps]]\nname = "one"\n[[steps]]\nname = "two"\nmin_reward = 0.5\n',
    "environment/Dockerfile": "FROM debian\n",
    "steps/one/instruction.md": "First.\n",
    "steps/one/tests/test.sh": "true\n",
    "steps/two/instruction.md": "Second.\n",
  };
  const { flaws } = await readTask(await directoryOf(t, files));
  assert.deepEqual(
    flaws.map(({ file }) => file),
    ["steps/two/tests/test.sh"],
  );
  const { steps, config } = await loadTask(await directoryOf(t, { ...files, "steps/two/tests/test.sh": "true\n" }));
  assert.deepEqual(
    steps.map(({ instruction }) => instruction),
    ["First.\n", "Second.\n"],
  );
  assert.equal(config.steps[1]?.min_reward, 0.5);
});

/** What is put into the sound task, and what must be said about it. */
const bad: readonly [what: string, change: (toml: string) => string, said: readonly string[]][] = [
  ["no TOML", () => "a = \n", ["task.toml:1: expected TOML, found something else in column"]],
  [
    "an unknown application",
    (toml) => toml.replace('"shop"', '"shp"'),
    ['task.toml:14: no application "shp" (did you mean shop?)'],
  ],
  [
    "an unknown fault",
    (toml) => toml.replace("service-port", "service-prot"),
    ['task.toml:18: no fault "service-prot" (did you mean service-port?)'],
  ],
  [
    "an unknown part",
    (toml) => toml.replace('"catalog"', '"till"'),
    ['task.toml:19: no part "till" (there are: front, catalog, cart, store'],
  ],
  [
    "a fault that does not fit",
    (toml) => toml.replace("service-port", "image-tag").replace('"catalog"', '"store"'),
    ["task.toml:19: image-tag cannot be put on store: "],
  ],
  [
    "an unknown key",
    (toml) => toml.replace("[[airworthy.faults]]", 'right = "platform"\n\n[[airworthy.faults]]'),
    ["task.toml:17: airworthy.right: nothing reads this key (did you mean rights?)"],
  ],
  [
    "a value of another kind",
    (toml) => toml.replace("seconds = 60", 'seconds = "long"'),
    ['task.toml:15: airworthy.reference.seconds: expected number, found "long"'],
  ],
  [
    "a control without a script",
    (toml) => toml.replace('"look"', '"touch"'),
    ["task.toml:21: controls[0]: expected its script in tests/controls/touch.sh, found no such file"],
  ],
  [
    "a gap",
    (toml) => toml.replace("looking repairs", "{{hoem}} repairs"),
    ["task.toml:24: nothing fills {{hoem}} (did you mean home?)"],
  ],
  [
    "a node that cannot be",
    (toml) => `${toml}\n[[airworthy.nodes]]\nname = "A"\n`,
    ["task.toml:27: nodes[0].name: expected lowercase letters"],
  ],
  [
    "a reason that is no pattern",
    (toml) => `${toml}\n[airworthy.expected]\nis = "decline"\nreasons = ["("]\n`,
    ["task.toml:28: airworthy.expected.reasons[0]: expected a regular expression"],
  ],
  [
    "a judgement that nobody knows",
    (toml) => `${toml}\n[airworthy.expected]\nis = "refuse"\n`,
    ['task.toml:27: airworthy.expected.is: expected repair or nothing or decline or escalate, found "refuse"'],
  ],
  [
    "chaos without a time",
    (toml) =>
      `${toml}\n[[airworthy.chaos]]\nname = "x"\n[[airworthy.chaos.changes]]\nis = "remove"\nobject = { apiVersion = "v1", kind = "Pod", namespace = "a", name = "b" }\n`,
    ["task.toml:26: airworthy.chaos[0]: expected either after or write"],
  ],
  [
    "several errors",
    (toml) =>
      toml
        .replace('"shop"', '"shp"')
        .replace("commands = 6", "commands = 0")
        .replace("timeout_sec = 300", "timeout_sec = -1"),
    [
      "task.toml:11: agent.timeout_sec: expected more than 0 seconds, found -1",
      "task.toml:15: airworthy.reference.commands: expected at least 1",
    ],
  ],
  [
    "an escalation without a script",
    (toml) => `${toml}\n[airworthy.expected]\nis = "escalate"\nreasons = ["x"]\n`,
    ["task.toml: expected solution/solve.sh"],
  ],
  ["steps", (toml) => `${toml}\n[[steps]]\nname = "one"\n`, ["task.toml:26: steps: expected none beside [airworthy]"]],
];

for (const [what, change, said] of bad) {
  test(`A task of our own with ${what} is refused with file, line, what was found and what to do.`, async (t) => {
    const { flaws } = await readTask(await directoryOf(t, { ...sound, "task.toml": change(sound["task.toml"]) }));
    const found = flaws.map(showFlaw);
    assert.equal(found.length, said.length, found.join("\n"));
    for (const [at, text] of said.entries()) assert.ok(found[at]?.startsWith(text), `${found[at]}\nexpected: ${text}`);
  });
}

test("All that is wrong is in the one problem that loading throws.", async (t) => {
  const toml = sound["task.toml"].replace('"shop"', '"shp"');
  const directory = await directoryOf(t, { "task.toml": toml, "tests/controls/look.sh": "" });
  await assert.rejects(loadTask(directory), {
    code: "BAD_TASK",
    message: /task\.toml:14: .*\n.*instruction\.md: expected this file/,
  });
});

test("A directory that is not there is said to be missing.", async () => {
  await assert.rejects(loadTask("/no/such/task"), { code: "NO_SUCH_TASK" });
});

test("A link out of a task is refused: it could carry any file of this machine into a sandbox.", async (t) => {
  const directory = await directoryOf(t, foreign);
  await symlink("/etc/passwd", join(directory, "environment", "passwd"));
  const { flaws } = await readTask(directory);
  assert.deepEqual(
    flaws.map(({ file }) => file),
    ["environment/passwd"],
  );
});

test("Whatever stands in a task.toml, it is read or said to be wrong, never a crash.", async (t) => {
  const directory = await directoryOf(t, sound);
  const lines = sound["task.toml"].split("\n");
  const values = ["[]", "{}", '""', "-1", "true", "1979-05-27", "nan", '["x", 1]', "[[", "'''"];
  const spoilt = fc.tuple(fc.nat(lines.length - 1), fc.constantFrom(...values), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(spoilt, { minLength: 1, maxLength: 3 }), async (changes) => {
      const text = [...lines];
      for (const [at, value, whole] of changes) {
        text[at] = whole ? value : (text[at] ?? "").replace(/=.*/, `= ${value}`);
      }
      await writeFile(join(directory, "task.toml"), text.join("\n"));
      const { task, flaws } = await readTask(directory);
      assert.equal(task === undefined, flaws.length > 0);
    }),
    { numRuns: 150 },
  );
});
