import assert from "node:assert/strict";
import { test } from "node:test";
import { readable } from "./testing/markup.ts";
import { fieldChanges } from "./value.ts";

const shown = (from: unknown, to: unknown, path = "data.a", secret = false) =>
  readable(fieldChanges([{ path, from, to }], secret).markup);

test("A value is shown before and after, also where there was or is none.", () => {
  assert.equal(shown(8081, 8080), "data.a8081 → 8080");
  assert.equal(shown(undefined, { a: [1] }), 'data.anone → {"a":[1]}');
  assert.equal(shown("x", undefined), "data.ax → none");
});

test("Of texts with several lines, those that differ are shown.", () => {
  const text = shown("a\nb\nc\nd\n", "a\nB\nC\nc\nd\n");
  assert.equal(text, "data.a  … 1 lines the same\n− b\n+ B\n+ C\n  … 3 lines the same");
});

test("Of a Secret's values only the lengths are shown, but all of what is not a value.", () => {
  assert.equal(shown("abc", "abcd", "data.key", true), "data.key(3 characters, not shown) → (4 characters, not shown)");
  assert.equal(shown("a", "b", "metadata.labels.x", true), "metadata.labels.xa → b");
});
