import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { AgentProblem } from "../problem.ts";
import { readScript, scriptIn } from "./file.ts";

test("A script is a list of turns, in YAML or JSON.", () => {
  const yaml = `
- calls: [{ shell: kubectl get pods }, { server: airworthy, tool: prescribe, input: { shell: x, again: 1 } }]
  trouble: { is: 529, times: 2 }
- calls: [{ write: /tmp/x, content: "" }, { malformed: arguments }]
  tokens: { input: 10, output: 2, cacheRead: 5 }
- { say: done, trouble: { is: cut } }
`;
  const turns = scriptIn(yaml, "x.yaml");
  assert.deepEqual(turns[2], { say: "done", trouble: { is: "cut" } });
  assert.deepEqual(scriptIn(JSON.stringify(turns), "x.json"), turns);
});

test("A turn can be repeated.", () => {
  const turns = scriptIn("- { calls: [{ shell: ls }], repeat: 3 }\n- say: done", "x");
  assert.deepEqual(turns, [...Array(3).fill({ calls: [{ shell: "ls" }] }), { say: "done" }]);
});

test("Every example is a script.", async () => {
  const folder = new URL("../../../docs/examples/scripted-models/", import.meta.url);
  const names = await readdir(folder);
  assert.ok(names.length >= 7, names.join(", "));
  for (const name of names) assert.ok((await readScript(fileURLToPath(new URL(name, folder)))).length > 1, name);
});

test("What is no script is refused with the place.", () => {
  for (const [text, reason] of [
    ["say: hello", /^x: expected a list of turns/],
    ["[]", /^x: expected a list of turns/],
    ["- say: a\n- shout: b", /^x turn 2: expected a list of turns/],
    ["- calls: []", /^x turn 1: /],
    ["- say: a\n  trouble: { is: 200 }", /^x turn 1: /],
    ["- [", /^x: expected YAML: /],
  ] as const) {
    assert.throws(
      () => scriptIn(text, "x"),
      (thrown: AgentProblem) => thrown.code === "BAD_CONFIG" && reason.test(thrown.message),
      text,
    );
  }
});
