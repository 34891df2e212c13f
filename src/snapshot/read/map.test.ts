import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readMap } from "./map.ts";

const entriesOf = (text: string) => ({ ...readMap(text).entries });

for (const [what, text, encoding, entries] of [
  [
    "a Python dict",
    "{'k8s.pod.name': 'cart-1', \"a'b\": \"it's\"}",
    "python",
    { "k8s.pod.name": "cart-1", "a'b": "it's" },
  ],
  ["escapes", String.raw`{'a': 'x\n\'\x41\u00e9\U0001F600\\'}`, "python", { a: "x\n'Aé😀\\" }],
  [
    "other values",
    "{'n': 3, 't': True, 'o': None, 'l': [1, 'b'], 'd': {'x': (1,)}}",
    "python",
    { n: "3", t: "true", o: "null", l: '[1,"b"]', d: '{"x":[1]}' },
  ],
  ["JSON", '{"a":"b","n":{"x":1}}', "json", { a: "b", n: '{"x":1}' }],
  [
    "a Go map",
    "map[k8s.pod.name:cart-1 note:two words url:http://a:80/x]",
    "go",
    { "k8s.pod.name": "cart-1", note: "two words", url: "http://a:80/x" },
  ],
  ["an empty one", "{}", "none", {}],
  ["a call", "{'a': __import__('os').system('id')}", "unknown", {}],
  ["an unfinished one", "{'a': 'b", "unknown", {}],
  ["prose", "no map", "unknown", {}],
] as const) {
  test(`Attributes are read from ${what}, and nothing is run.`, () => {
    const read = readMap(text);
    assert.deepEqual([read.encoding, { ...read.entries }], [encoding, entries]);
  });
}

test("A key may be called anything.", () => {
  const keys = (text: string) => Object.keys(readMap(text).entries);
  assert.deepEqual(keys("{'__proto__': 'x', 'constructor': 'y'}"), ["__proto__", "constructor"]);
  assert.deepEqual(keys('{"__proto__": "x"}'), ["__proto__"]);
});

test("Nesting deeper than anybody needs is no map, and no overflow.", () => {
  assert.equal(readMap(`{'a': ${"[".repeat(100_000)}`).encoding, "unknown");
});

/** As Python prints strings. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

test("What Python prints is read back as it was.", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "'", '"', "\\", "\n", "\t", ":", ",", "{", "}", "é", " ") });
  fc.assert(
    fc.property(fc.dictionary(text, text), (entries) => {
      const printed = `{${Object.entries(entries)
        .map(([key, value]) => `${repr(key)}: ${repr(value)}`)
        .join(", ")}}`;
      assert.deepEqual(entriesOf(printed), { ...entries });
    }),
  );
});
