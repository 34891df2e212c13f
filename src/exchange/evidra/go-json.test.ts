import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { goRaw, goText, goTime, membersOf } from "./go-json.ts";

const fixtures = join(import.meta.dirname, "../../../test/exchange/fixtures/evidra");
const vectors: { texts: Record<string, string>; raws: [string, string][] } = JSON.parse(
  readFileSync(join(fixtures, "vectors.json"), "utf8"),
);

test("Texts are written as Go writes them.", () => {
  assert.equal(Object.keys(vectors.texts).length, 9);
  for (const [encoded, text] of Object.entries(vectors.texts)) assert.equal(goText(text), encoded);
});

test("Raw JSON is compacted and escaped as Go does it.", () => {
  assert.equal(vectors.raws.length, 5);
  for (const [raw, encoded] of vectors.raws) assert.equal(goRaw(raw), encoded);
});

test("Times lose the zeros that Go does not write.", () => {
  for (const [given, expected] of [
    ["2026-03-01T09:30:00Z", "2026-03-01T09:30:00Z"],
    ["2026-03-01T09:30:00.120Z", "2026-03-01T09:30:00.12Z"],
    ["2026-03-01T09:30:00.000Z", "2026-03-01T09:30:00Z"],
    ["2026-03-01T09:30:00.100000001Z", "2026-03-01T09:30:00.100000001Z"],
    ["2026-03-01T09:30:00.5+00:00", "2026-03-01T09:30:00.5Z"],
    ["2026-03-01T09:30:00.50+02:00", "2026-03-01T09:30:00.5+02:00"],
  ] as const) {
    assert.equal(goTime(given), expected);
  }
});

test("Members come in their order, with their values as they stand.", () => {
  assert.deepEqual(membersOf('{"a": {"x":[1, "}"]} , "b\\"":"\\\\","c":-1e3,"a":null}'), [
    { name: "a", raw: '{"x":[1, "}"]}' },
    { name: 'b"', raw: '"\\\\"' },
    { name: "c", raw: "-1e3" },
    { name: "a", raw: "null" },
  ]);
  assert.deepEqual(membersOf("{}"), []);
  for (const text of ["", "[]", "null", "{", '{"a":1}{"b":2}']) assert.equal(membersOf(text), undefined, text);
});
