import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { simpleTask } from "../../../task/index.ts";
import { lockOf } from "../order.ts";
import { matrixOf } from "./load.ts";

const file = resolve("somewhere", "matrix.toml");
const matrix = (text: string) => matrixOf(text, file);
const usual = `tasks = ["kubernetes-core"]\n`;

test("Every combination of the sides is one configuration, named by what tells it from the others.", () => {
  const { configurations, agents } = matrix(`${usual}
recorders = ["off", "offered"]
[[agents]]
name = "ours"
agent = "model"
models = ["anthropic/a", "openai/b"]
prompts = ["bare", "careful"]
tools = ["shell"]
[[agents]]
agent = "oracle"
recorders = ["shim"]
`);
  assert.equal(configurations.length, 2 * 2 * 2 + 1);
  assert.deepEqual(configurations[0], {
    ...{ name: "ours anthropic/a@bare, recorder off", spec: "model:anthropic/a@bare+shell", recorder: "off" },
    ...{ model: "anthropic/a", prompt: "bare", tools: "shell" },
  });
  assert.deepEqual(agents.slice(-2), ["ours openai/b@careful, recorder offered", "oracle, recorder shim"]);
});

test("Programs have the same sides as our own loop.", () => {
  const { configurations } = matrix(`${usual}
[[agents]]
agent = "claude"
prompts = ["bare", "careful"]
tools = ["shell", "k8s"]
[[agents]]
agent = "opencode"
models = ["router/some/model"]
prompts = ["careful"]
tools = ["k8s"]
`);
  assert.deepEqual(
    configurations.map(({ spec }) => spec),
    [
      ...["claude@bare+shell", "claude@bare+k8s", "claude@careful+shell", "claude@careful+k8s"],
      "opencode/router/some/model@careful+k8s",
    ],
  );
});

test("A name alone is enough where there is nothing to tell apart.", () => {
  const { configurations, seeds, attempts } = matrix(`${usual}
seeds = [1, "two"]
attempts = 3
recorders = ["shim"]
[[agents]]
name = "old"
agent = "claude"
models = ["a"]
[[agents]]
agent = "nop"
recorders = ["off"]
`);
  assert.deepEqual(
    configurations.map(({ name, spec }) => [name, spec]),
    [
      ["old", "claude/a"],
      ["nop", "nop"],
    ],
  );
  assert.deepEqual([seeds, attempts], [["1", "two"], 3]);
});

test("Files of scripts are those beside the matrix, wherever the run goes on.", () => {
  const [first] = matrix(`${usual}[[agents]]\nagent = "script:fix.sh"`).configurations;
  assert.deepEqual([first?.name, first?.spec], ["script:fix.sh", `script:${resolve("somewhere", "fix.sh")}`]);
  const programs = ["command:./mine --careful", "command:python3 -m mine"].map(
    (agent) => `[[agents]]\nagent = "${agent}"\n`,
  );
  const specs = matrix(usual + programs.join("")).configurations.map(({ spec }) => spec);
  assert.match(specs[0] ?? "", /^command:'?.*somewhere.mine'? --careful$/);
  assert.equal(specs[1], "command:python3 -m mine");
});

const oldAndNew = (more: string, top = "") => `${usual}baseline = "old"\n${top}
[[agents]]
name = "old"
agent = "oracle"
${more}
[[agents]]
name = "new"
agent = "nop"
${more}
`;

test("All others are held against a baseline; against one in several ways of working, each in its own.", () => {
  assert.deepEqual(matrix(oldAndNew("")).comparisons, [{ baseline: "old", candidate: "new" }]);
  assert.deepEqual(matrix(oldAndNew("", 'recorders = ["off", "shim"]')).comparisons, [
    { baseline: "old, recorder off", candidate: "new, recorder off" },
    { baseline: "old, recorder shim", candidate: "new, recorder shim" },
  ]);
  const exact = oldAndNew("", 'recorders = ["off", "shim"]').replace('"old"', '"old, recorder off"');
  assert.deepEqual(
    matrix(exact).comparisons.map(({ candidate }) => candidate),
    ["old, recorder shim", "new, recorder off", "new, recorder shim"],
  );
});

for (const [what, text, words] of [
  ["no TOML", "tasks = [", /matrix\.toml:1: expected TOML, found something else/],
  [
    "no tasks",
    '[[agents]]\nagent = "nop"',
    /matrix\.toml: tasks: expected a list of names or directories of tasks, found nothing/,
  ],
  ["no agents", usual, /matrix\.toml: agents: expected a list of agents, found nothing/],
  [
    "an agent without one",
    `${usual}[[agents]]\nname = "a"`,
    /matrix\.toml:2: agents\[0\]\.agent: expected string, found nothing/,
  ],
  [
    "an unknown recorder",
    `${usual}recorders = ["loud"]\n[[agents]]\nagent = "nop"`,
    /matrix\.toml:2: recorders\[0\]: expected off or shim or offered or hooks, found "loud"/,
  ],
  [
    "too many attempts",
    `${usual}attempts = 5000\n[[agents]]\nagent = "nop"`,
    /matrix\.toml:2: attempts: expected at most 1000, found 5000/,
  ],
  [
    "a key that nothing reads",
    `${usual}[[agents]]\nagent = "nop"\nmodel = ["a"]`,
    /matrix\.toml:4: agents\[0\]\.model: nothing reads this key \(did you mean models\?\)/,
  ],
  [
    "no list of models",
    `${usual}[[agents]]\nagent = "model"\nmodels = "a"`,
    /matrix\.toml:4: agents\[0\]\.models: expected a list of models, found "a"/,
  ],
  [
    "a side that the agent has not",
    `${usual}[[agents]]\nagent = "command:x"\nprompts = ["bare"]`,
    /matrix\.toml:4: agents\[0\]\.prompts: expected none, for command has no prompts to choose, found \["bare"\]/,
  ],
  [
    "the same agent twice",
    `${usual}[[agents]]\nagent = "nop"\n[[agents]]\nagent = "nop"`,
    /agents: expected different names, found "nop" twice/,
  ],
  [
    "an unknown baseline",
    oldAndNew("").replace('"old"', '"odl"'),
    /baseline: expected the name of an agent, found "odl"/,
  ],
  [
    "a baseline alone",
    `${usual}baseline = "nop"\n[[agents]]\nagent = "nop"`,
    /baseline: expected others to compare with "nop"/,
  ],
] as const) {
  test(`A matrix file with ${what} is refused with the place, what was expected and what was found.`, () => {
    assert.throws(() => matrix(text), { code: "BAD_MATRIX", message: words });
  });
}

test("All that is wrong is said at once.", () => {
  const text = 'tasks = []\nattempts = 0\n[[agents]]\nagent = "nop"\ntool = "x"';
  assert.throws(
    () => matrix(text),
    ({ message }: Error) => message.split("\n").length === 3,
  );
});

test("A lock has each configuration's trials with how it is made and recorded, and all of them have another name.", () => {
  const { tasks: _, ...order } = matrix(oldAndNew("", 'recorders = ["off", "shim"]\nattempts = 2\nseeds = [7]'));
  const task = simpleTask({ name: "t", application: "shop", faults: [], instruction: "" });
  const versions = { airworthy: "1", kubernetes: "1", node: "1", score: "1" };
  const tasks = [{ task, digest: "sha256:1", path: "/t", category: "routing" }];
  const lock = lockOf({ name: "m", kind: "run", tasks, versions, ...order });
  assert.deepEqual([lock.trials.length, new Set(lock.trials.map(({ trial }) => trial)).size], [8, 8]);
  assert.deepEqual(lock.comparisons?.length, 2);
  assert.equal(lock.tasks[0]?.category, "routing");
  const { trial: name, ...first } = lock.trials[1] ?? {};
  assert.ok(name?.startsWith("t__"));
  assert.deepEqual(first, {
    ...{ task: "t", agent: "old, recorder shim", spec: "oracle", recorder: "shim", seed: "7", attempt: 1 },
  });
});

test("The example in the documents is a matrix.", () => {
  const { configurations, comparisons } = matrixOf(readFileSync("docs/examples/matrix.toml", "utf8"), file);
  assert.deepEqual([configurations.length, comparisons.length], [6, 2]);
  const [, block = ""] = /```toml\n(tasks.*?)```/s.exec(readFileSync("docs/runs.md", "utf8")) ?? [];
  assert.equal(matrixOf(block, file).configurations.length, 4);
});
