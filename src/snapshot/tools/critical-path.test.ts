import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { criticalPath } from "./critical-path.ts";

const span = (id: string, parent: string | undefined, start: number, end: number) => ({ id, parent, start, end });

test("Who ran beside another that took longer was not waited for.", () => {
  const spans = [
    span("root", undefined, 0, 100),
    span("slow", "root", 10, 90),
    span("quick", "root", 10, 30),
    span("inner", "slow", 20, 80),
  ];
  const { order, self } = criticalPath(spans);
  assert.deepEqual(
    order.map(({ at, depth }) => [spans[at]?.id, depth]),
    [
      ["root", 0],
      ["slow", 1],
      ["inner", 2],
      ["quick", 1],
    ],
  );
  assert.deepEqual(
    [...self].map(([at, ms]) => [spans[at]?.id, ms]),
    [
      ["root", 20],
      ["slow", 20],
      ["inner", 60],
    ],
  );
});

test("Calls one after the other are all waited for; one that goes on after its parent is not.", () => {
  const spans = [
    span("r", undefined, 0, 50),
    span("a", "r", 0, 20),
    span("b", "r", 20, 45),
    span("late", "r", 40, 500),
  ];
  assert.deepEqual([...criticalPath(spans).self].sort(), [
    [0, 5],
    [1, 20],
    [2, 25],
  ]);
});

test("Whatever ids and times say, every span is told once, and the path never takes longer than the trace.", () => {
  const one = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    parent: fc.option(fc.constantFrom("a", "b", "c", "d", "e", "x"), { nil: undefined }),
    start: fc.nat(100),
    length: fc.nat(100),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (all) => {
      const spans = all.map(({ id, parent, start, length }) => span(id, parent, start, start + length));
      const { order, self } = criticalPath(spans);
      assert.deepEqual(
        order.map(({ at }) => at).sort((a, b) => a - b),
        [...spans.keys()],
      );
      const total = [...self.values()].reduce((sum, ms) => sum + ms, 0);
      const whole = Math.max(0, ...spans.map(({ end }) => end)) - Math.min(0, ...spans.map(({ start }) => start));
      assert.ok(total <= whole + 1e-9 && [...self.values()].every((ms) => ms >= 0), `${total} of ${whole}`);
    }),
  );
});
