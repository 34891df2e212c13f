import assert from "node:assert/strict";
import { test } from "node:test";
import { changePoints } from "./change-points.ts";

const level = (value: number, length: number) => Array.from({ length }, (_, at) => value + (at % 3) * 0.1);

test("A step is found where it is, with both levels.", () => {
  const [found, ...others] = changePoints([...level(1, 20), ...level(5, 10)], 3);
  assert.deepEqual([found?.at, others.length], [20, 0]);
  assert.ok(Math.abs((found?.before ?? 0) - 1.1) < 0.1 && Math.abs((found?.after ?? 0) - 5.1) < 0.1);
});

test("Several steps come in the order of time; a level without one has none.", () => {
  assert.deepEqual(
    changePoints([...level(1, 15), ...level(9, 15), ...level(3, 15)], 3).map(({ at }) => at),
    [15, 30],
  );
  assert.deepEqual(changePoints(level(4, 60), 3), []);
  assert.deepEqual(changePoints(Array(50).fill(7), 3), []);
  assert.deepEqual(changePoints([1, 9], 3), []);
});

test("A small step on large values is found.", () => {
  assert.deepEqual(
    changePoints([...Array(10).fill(1e9), ...Array(10).fill(1e9 + 5e5)], 1).map(({ at }) => at),
    [10],
  );
});
