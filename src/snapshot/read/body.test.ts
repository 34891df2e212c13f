import assert from "node:assert/strict";
import { test } from "node:test";
import { readBody } from "./body.ts";

const object = { kind: "Pod", metadata: { name: 'a "b"' } };
const text = JSON.stringify(object);

test("A body is read bare, encoded twice, three times, and quoted once too often.", () => {
  for (const body of [
    text,
    JSON.stringify(text),
    JSON.stringify(JSON.stringify(text)),
    `"${text.replaceAll('"', '""')}"`,
  ]) {
    assert.deepEqual(readBody(body), object, body);
  }
});

test("What holds no object has no body.", () => {
  for (const body of ["", "text", "[1]", "3", '"text"', JSON.stringify(JSON.stringify(JSON.stringify(text)))]) {
    assert.equal(readBody(body), undefined, body);
  }
});
