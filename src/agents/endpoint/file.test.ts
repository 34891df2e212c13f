import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentProblem } from "../problem.ts";
import { scriptIn } from "./file.ts";

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
