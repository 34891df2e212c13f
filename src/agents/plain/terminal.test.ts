import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandsOf } from "./replay.ts";
import { commandsIn, withoutMarks } from "./terminal.ts";

const mark = (...parts: string[]) => `\u001b]7711;${parts.join(";")}\u0007`;
const began = (at: number, command: string) =>
  mark("begin", `${at}.5`, Buffer.from(`  12  ${command}\n`).toString("base64"));
const end = { at: new Date(20_000), code: 9 };

test("Commands are told apart by what the shell says before and after each.", () => {
  const stream = `$ ${began(1, "ls")}a\r\n\u001b[31mb\u001b[0m\r\n${mark("end", "3.5", "0")}$ ${began(4, "false")}${mark("end", "4.5", "1")}$ `;
  assert.deepEqual(
    commandsIn(stream, end).map(({ command, output, code, seconds }) => [command, output, code, seconds]),
    [
      ["ls", "a\nb\n", 0, 2],
      ["false", "", 1, 0],
    ],
  );
});

test("A command that ended the shell has the shell's code, and one that another began after has none of its own.", () => {
  const stream = `${began(1, "exec bash")}${began(2, "exit 9")}exit\n`;
  assert.deepEqual(
    commandsIn(stream, end).map(({ command, code, seconds }) => [command, code, seconds]),
    [
      ["exec bash", 9, 18.5],
      ["exit 9", 9, 17.5],
    ],
  );
});

test("Any command and any output come out as they went in, and nothing of the marks is shown.", () => {
  const printable = fc.string({ unit: fc.constantFrom(..."ab \n;'\"\\$é7711]") });
  fc.assert(
    fc.property(printable, printable, (command, output) => {
      fc.pre(command.trim() !== "" && !/^\s*\d+\*?\s/.test(command));
      const stream = `${began(1, command)}${output}${mark("end", "2.5", "0")}`;
      const [found] = commandsIn(stream, end);
      assert.equal(found?.command, command.trim() === command ? command : command.replace(/^\s+/, "").trimEnd());
      assert.equal(found?.output, output);
      assert.equal(withoutMarks(stream), output);
    }),
  );
});

test("Commands are found in trajectories of others too, by the names their tools give them.", () => {
  const call = (function_name: string, args: object) => ({ tool_call_id: "1", function_name, arguments: args });
  const trajectory = {
    schema_version: "ATIF-v1.4",
    steps: [
      { source: "user", message: "x", tool_calls: [call("shell", { command: "never" })] },
      { source: "agent", message: "", tool_calls: [call("Bash", { command: "a" }), call("Read", { path: "/x" })] },
      {
        source: "agent",
        message: "",
        tool_calls: [call("bash_command", { keystrokes: "b\n" }), call("shell", { command: "c" })],
      },
      { source: "agent", message: "", tool_calls: [call("exec", { command: ["ls", "-l"] })] },
      { source: "agent", message: "thinks" },
    ],
  };
  assert.deepEqual(commandsOf(trajectory), [
    { is: "terminal", line: "a" },
    { is: "terminal", line: "b" },
    { is: "shell", line: "c" },
    { is: "words", words: ["ls", "-l"] },
  ]);
});

test("What is no trajectory is refused with what was found.", () => {
  for (const [value, found] of [
    [null, "no schema_version"],
    [{ schema_version: "2.0", steps: [] }, '"2.0"'],
    [{ schema_version: "ATIF-v1.7" }, '"ATIF-v1.7"'],
  ] as const) {
    assert.throws(() => commandsOf(value), { code: "NOT_A_TRAJECTORY", message: new RegExp(`found ${found}$`) });
  }
});
