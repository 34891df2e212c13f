import assert from "node:assert/strict";
import { test } from "node:test";
import { slots } from "./slots.ts";

test("No more than the slots there are, and those who wait in the order in which they came.", async () => {
  const two = slots(2);
  const order: number[] = [];
  const [first, second] = [await two.take(), await two.take()];
  const waiting = [3, 4].map(async (name) => {
    const slot = await two.take();
    order.push(name);
    return slot;
  });
  assert.equal(two.waiting, 2);
  assert.deepEqual(order, []);
  first[Symbol.dispose]();
  first[Symbol.dispose](); // Twice gives no second one away.
  await waiting[0];
  assert.deepEqual(order, [3]);
  assert.equal(two.waiting, 1);
  second[Symbol.dispose]();
  for (const slot of await Promise.all(waiting)) slot[Symbol.dispose]();
  assert.deepEqual(order, [3, 4]);
  await Promise.all([two.take(), two.take()]);
});
