import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trajectory } from "../../agents/index.ts";
import { readTrajectory } from "./trajectory.ts";

const began = Date.parse("2026-11-16T06:41:20.000Z");
const after = (seconds: number) => new Date(began + seconds * 1_000).toISOString();

function trajectory(...steps: readonly object[]): Trajectory {
  const numbered = steps.map((step, at) => ({ step_id: at + 1, source: "agent", message: "", ...step }));
  return JSON.parse(
    JSON.stringify({ schema_version: "ATIF-v1.7", agent: { name: "a", version: "1" }, steps: numbered }),
  );
}

const call = (id: string, given: object) => ({ tool_call_id: id, function_name: "shell", arguments: given });

test("What was asked for, said, called, answered and when is read from a trajectory.", () => {
  const { instruction, commands } = readTrajectory(
    trajectory(
      { source: "user", message: "Repair it.", timestamp: after(0) },
      {
        ...{ timestamp: after(2.5), reasoning_content: "Look first.", message: "I look at the pods." },
        tool_calls: [call("1", { command: "kubectl get pods" }), call("2", { path: "/etc", lines: 3 })],
        observation: {
          results: [
            { source_call_id: "2", content: "second" },
            { source_call_id: "1", content: "first", extra: { exit_code: 1, seconds: 0.5 } },
          ],
        },
      },
      { timestamp: after(9), message: "Done." },
    ),
    began,
  );
  assert.equal(instruction, "Repair it.");
  const nothing = { code: undefined, seconds: undefined };
  assert.deepEqual(commands, [
    {
      at: 2.5,
      call: 0,
      said: "Look first.\n\nI look at the pods.",
      text: "kubectl get pods",
      code: 1,
      seconds: 0.5,
      output: "first",
    },
    { at: 2.5, call: 1, said: "", text: 'shell {"path":"/etc","lines":3}', ...nothing, output: "second" },
    { at: 9, call: undefined, said: "Done.", text: "", ...nothing, output: "" },
  ]);
});

test("A trajectory with gaps, wrong types and pictures is read as far as it goes.", () => {
  const picture = [{ type: "image", source: { media_type: "image/png", path: "a.png" } }];
  const { instruction, commands } = readTrajectory(
    trajectory(
      { timestamp: "yesterday", tool_calls: [{ tool_call_id: "1", function_name: "look" }] },
      { timestamp: after(-5), message: picture },
      { timestamp: after(1), message: "" },
    ),
    began,
  );
  assert.equal(instruction, undefined);
  assert.deepEqual(
    commands.map(({ at, text, said }) => ({ at, text, said })),
    [
      { at: 0, text: "look {}", said: "" },
      { at: 0, text: "", said: JSON.stringify(picture) },
    ],
  );
});
