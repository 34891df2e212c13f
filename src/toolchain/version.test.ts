import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions, fits } from "./version.ts";

test("versions are compared number by number, not letter by letter", () => {
  const sorted = ["1.9.0", "1.10.0-rc.1", "1.10.0", "1.10.1", "1.36.3", "2.0.0"];
  assert.deepEqual([...sorted].reverse().sort(compareVersions), sorted);
});

test("a build's suffix does not make a version older", () => {
  assert.ok(fits("1.36.3+k3s1", "1.36.3", "1.37.0"));
});

test("what is no version never fits", () => {
  assert.equal(fits("unknown", "1.0.0", "2.0.0"), false);
});
