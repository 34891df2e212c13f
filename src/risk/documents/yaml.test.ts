import assert from "node:assert/strict";
import { test } from "node:test";
import { readValues } from "./yaml.ts";

const read = (text: string | Uint8Array) => readValues({ name: "x", bytes: Buffer.from(text) });

test("Documents are read in order, empty ones left out, whatever the line ends.", async () => {
  assert.deepEqual((await read("a: 1\r\n---\r\n---\r\nb: 2\r\n...\r\n")).values, [{ a: 1 }, { b: 2 }]);
  assert.deepEqual((await read("\ufeffa: 1\n")).values, [{ a: 1 }]);
  assert.deepEqual((await read("# nothing\n")).values, []);
});

test("Words that Kubernetes takes for true are true.", async () => {
  const { values } = await read(
    "a: yes\nb: On\nc: y\nd: 'yes'\ne: !any {privileged: true}\nf: 2024-01-01\ng: !!binary aGk=\n",
  );
  assert.deepEqual(values, [
    { a: true, b: true, c: true, d: "yes", e: { privileged: true }, f: "2024-01-01", g: "hi" },
  ]);
});

test("Merge keys and anchors are put in.", async () => {
  const { values } = await read("base: &b {privileged: true}\nown: {<<: *b, name: x}\n");
  assert.deepEqual(values, [{ base: { privileged: true }, own: { privileged: true, name: "x" } }]);
});

test("Of equal keys the last counts, and that there were two is said.", async () => {
  const { values, faults } = await read("a: 1\na: 2\n");
  assert.deepEqual(values, [{ a: 2 }]);
  assert.match(faults.join(), /duplicated mapping key/);
});

test("One bad document does not hide the others.", async () => {
  const { values, faults } = await read("a: 1\n---\n{{ template }}: [\n---\nb: 2\n");
  assert.deepEqual(values, [{ a: 1 }, { b: 2 }]);
  assert.equal(faults.length, 1);
});

test("JSON is read as JSON, one value or several.", async () => {
  assert.deepEqual((await read('{"a": [1, {"b": "}{"}]}\n{"c": 2}')).values, [{ a: [1, { b: "}{" }] }, { c: 2 }]);
  assert.deepEqual((await read("{a: 1, b: [x]}")).values, [{ a: 1, b: ["x"] }]);
});

test("A tree that unfolds without end is refused.", async () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
  for (let at = 1; at < 9; at += 1) {
    const [before, own] = [String.fromCharCode(96 + at), String.fromCharCode(97 + at)];
    bomb.push(`${own}: &${own} [${Array(10).fill(`*${before}`).join(", ")}]`);
  }
  const { values, faults } = await read(bomb.join("\n"));
  assert.deepEqual(values, []);
  assert.match(faults.join(), /unfold/);
  assert.deepEqual((await read("a: &a {b: *a}\n")).values, []);
});

test("What is no text, or far too deep, is refused.", async () => {
  assert.deepEqual(await read(Uint8Array.of(0x61, 0x3a, 0x20, 0xff)), { values: [], faults: ["it is not UTF-8"] });
  assert.equal((await read(`a: ${"[".repeat(10_000)}`)).values.length, 0);
  const { values } = await read("__proto__: {polluted: true}\n");
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.equal(values.length, 1);
});

test("UTF-16 with its mark is a text as well.", async () => {
  assert.deepEqual((await read(Buffer.from("\ufeffa: é\n", "utf16le"))).values, [{ a: "é" }]);
});
