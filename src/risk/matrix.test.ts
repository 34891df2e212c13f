import assert from "node:assert/strict";
import { test } from "node:test";
import { matrix, worstOf } from "./matrix.ts";

test("What is not understood is never below medium, and high in production.", () => {
  assert.deepEqual(matrix.unknown, { production: "high", staging: "medium", development: "medium", unknown: "medium" });
});

test("Looking and planning are low everywhere; destroying in production is critical.", () => {
  assert.deepEqual(new Set([...Object.values(matrix.read), ...Object.values(matrix.plan)]), new Set(["low"]));
  assert.equal(matrix.destroy.production, "critical");
});

test("An unknown place is as serious as staging, for changes and for destruction.", () => {
  assert.equal(matrix.mutate.unknown, matrix.mutate.staging);
  assert.equal(matrix.destroy.unknown, matrix.destroy.staging);
});

test("The worst level wins, in whatever order they come.", () => {
  assert.equal(worstOf("low", "critical", "high"), "critical");
  assert.equal(worstOf("medium", "low"), "medium");
  assert.equal(worstOf(), "low");
});
