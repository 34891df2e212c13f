import assert from "node:assert/strict";
import { test } from "node:test";
import { command } from "./command.ts";
import { parse } from "./parse.ts";

const sample = command({
  summary: "sample",
  usage: "NAME [OTHER] -- [PROGRAM…]",
  options: {
    size: { type: "string", value: "N", text: "how big" },
    node: { type: "string", multiple: true, text: "a node" },
    fast: { type: "boolean", short: "f", text: "hurry" },
  },
  examples: [],
  run: async () => ({}),
});
const read = (...args: string[]) => parse("sample", sample, args);

test("Options come with their values wherever they stand among the arguments.", () => {
  const parsed = read("--size", "3", "one", "--node=a=1,b", "-f", "two", "--node", "c");
  assert.deepEqual(parsed.arguments, ["one", "two"]);
  assert.deepEqual({ ...parsed.options }, { size: "3", node: ["a=1,b", "c"], fast: true, json: false, help: false });
});

test("What was not given is false, an empty list, or undefined.", () => {
  assert.deepEqual({ ...read("x").options }, { size: undefined, node: [], fast: false, json: false, help: false });
});

test("Everything after -- is passed on, also what looks like an option or another --.", () => {
  const parsed = read("one", "--", "ls", "--size", "-f", "--", "--json");
  assert.deepEqual(parsed.rest, ["ls", "--size", "-f", "--", "--json"]);
  assert.equal(parsed.json, false);
});

for (const [what, args, code, message, hint] of [
  ["an unknown option with the nearest one", ["x", "--sizes", "3"], "UNKNOWN_OPTION", "no option --sizes", "--size?"],
  ["an unknown option far from any", ["x", "--zebra"], "UNKNOWN_OPTION", "no option --zebra", "sample --help"],
  ["an option without its value", ["x", "--size"], "BAD_OPTION", "--size needs a value: --size N", "--help"],
  ["an option whose value is an option", ["x", "--size", "--fast"], "BAD_OPTION", "needs a value", "--help"],
  ["a switch with a value", ["x", "--fast=yes"], "BAD_OPTION", 'takes no value, got "yes"', "--help"],
  ["a single option twice", ["x", "--size=1", "--size=2"], "BAD_OPTION", "given twice", "--help"],
  ["a missing argument", [], "MISSING_ARGUMENT", "expected NAME", "usage: airworthy sample NAME"],
  ["an argument too many", ["x", "y", "z"], "EXTRA_ARGUMENT", 'did not expect "z"', "usage:"],
] as const) {
  test(`The parser refuses ${what}.`, () => {
    assert.throws(
      () => read(...args),
      (problem: { code: string; message: string; hint: string }) => {
        assert.equal(problem.code, code);
        assert.ok(problem.message.includes(message), problem.message);
        assert.ok(problem.hint.includes(hint), problem.hint);
        return true;
      },
    );
  });
}

test("A command that passes nothing on refuses arguments after --.", () => {
  const plain = command({ summary: "", usage: "", options: {}, examples: [], run: async () => ({}) });
  assert.throws(() => parse("plain", plain, ["--", "ls"]), { code: "EXTRA_ARGUMENT" });
});

test("A command that needs a program refuses to start without one.", () => {
  const exec = command({ summary: "", usage: "NAME -- PROGRAM", options: {}, examples: [], run: async () => ({}) });
  assert.throws(() => parse("exec", exec, ["x"]), { code: "MISSING_ARGUMENT" });
  assert.throws(() => parse("exec", exec, ["x", "--"]), { code: "MISSING_ARGUMENT" });
  assert.deepEqual(parse("exec", exec, ["x", "--", "ls"]).rest, ["ls"]);
});

test("Help is given even when the arguments are incomplete.", () => {
  assert.equal(read("--help").help, true);
  assert.equal(read("-h").help, true);
});

const wrapper = command({ ...sample, usage: "-- PROGRAM [ARGUMENT…]", wraps: true });
const wrapped = (...args: string[]) => parse("wrapper", wrapper, args);

test("The options of a command that wraps end at the first word; what follows is the program's own.", () => {
  for (const args of [
    ["--size", "3", "-f", "ls", "--size", "9", "--", "-f", "--help", "--json"],
    ["--size=3", "-f", "--", "ls", "--size", "9", "--", "-f", "--help", "--json"],
  ]) {
    const parsed = wrapped(...args);
    assert.deepEqual(parsed.rest, ["ls", "--size", "9", "--", "-f", "--help", "--json"]);
    assert.equal(parsed.options.size, "3");
    assert.equal(parsed.options.fast, true);
    assert.equal(parsed.json || parsed.help, false);
  }
});

test("A command that wraps refuses an option that it does not know, also before a word, and needs a program.", () => {
  assert.throws(() => wrapped("--sise", "3", "ls"), { code: "UNKNOWN_OPTION" });
  assert.throws(() => wrapped("--fast"), { code: "MISSING_ARGUMENT" });
  assert.throws(() => wrapped("--"), { code: "MISSING_ARGUMENT" });
  assert.throws(() => wrapped("--size"), { code: "BAD_OPTION" });
  assert.deepEqual(wrapped("--", "--fast").rest, ["--fast"]);
});
