import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bootstrap, choose, compare, passAllK, passAtK, seeded, wilson } from "./index.ts";

const near = (actual: number | undefined, expected: number, within = 1e-4) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

test("pass@k and pass^k count draws, by hand.", () => {
  // 2 of 4 succeeded. Of the 6 pairs, 1 has no success and 1 has two.
  near(passAtK(4, 2, 2), 5 / 6);
  near(passAllK(4, 2, 2), 1 / 6);
  assert.equal(passAtK(3, 0, 3), 0);
  assert.equal(passAllK(3, 3, 3), 1);
  assert.equal(passAtK(2, 1, 3), undefined, "two attempts say nothing about three");
  assert.throws(() => passAtK(2, 3, 1), RangeError);
});

test("For every n and c, one attempt is c/n either way, and more attempts never lower pass@k nor raise pass^k.", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), fc.nat(200), (n, any) => {
      const c = any % (n + 1);
      near(passAtK(n, c, 1), c / n, 1e-9);
      near(passAllK(n, c, 1), c / n, 1e-9);
      const k = 1 + (any % (n - 1));
      assert.ok((passAtK(n, c, k + 1) ?? 0) >= (passAtK(n, c, k) ?? 1) - 1e-12);
      assert.ok((passAllK(n, c, k + 1) ?? 1) <= (passAllK(n, c, k) ?? 0) + 1e-12);
    }),
  );
});

test("Wilson's interval has the published values.", () => {
  const cases = [
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
  ] as const;
  for (const [successes, trials, low, high] of cases) {
    near(wilson(successes, trials).low, low);
    near(wilson(successes, trials).high, high);
  }
  assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
});

test("A bootstrap is the same every time, contains its mean, and narrows with more tasks.", () => {
  const some = [
    [1, 0],
    [1, 1],
    [0, 0],
    [1, 0],
  ];
  assert.deepEqual(bootstrap(some), bootstrap(some));
  const few = bootstrap(some);
  const many = bootstrap(Array.from({ length: 16 }, () => some).flat());
  assert.equal(few.mean, 0.5);
  assert.ok(few.low <= 0.5 && few.high >= 0.5);
  assert.ok(many.high - many.low < few.high - few.low);
});

test("A bootstrap interval contains the truth about as often as it says.", () => {
  const random = seeded("coverage");
  let contained = 0;
  for (let round = 0; round < 200; round += 1) {
    // 30 tasks whose own chances differ; their mean is 1/2.
    const tasks = Array.from({ length: 30 }, () => {
      const chance = random();
      return Array.from({ length: 5 }, () => Number(random() < chance));
    });
    const { low, high } = bootstrap(tasks, 400);
    if (low <= 0.5 && high >= 0.5) contained += 1;
  }
  assert.ok(contained >= 180 && contained <= 200, `${contained} of 200`);
});

test("Two runs are compared task by task, and inside the noise neither is better.", () => {
  const tasks = (chance: (at: number) => number[]) =>
    new Map(Array.from({ length: 20 }, (_, at) => [`task ${at}`, chance(at)] as const));
  const hardAndEasy = tasks((at) => (at % 2 ? [1, 1, 1] : [0, 0, 0]));
  const oneMoreEach = tasks((at) => (at % 2 ? [1, 1, 1] : [1, 1, 0]));
  assert.equal(compare(hardAndEasy, hardAndEasy).verdict, "cannot tell");
  assert.equal(compare(hardAndEasy, oneMoreEach).verdict, "better");
  assert.equal(compare(oneMoreEach, hardAndEasy).verdict, "worse");
  assert.deepEqual(compare(hardAndEasy, new Map()), { mean: 0, low: -1, high: 1, verdict: "cannot tell", tasks: 0 });
});

test("A seed decides everything, and its numbers are spread evenly.", () => {
  const first = seeded("a");
  const again = seeded("a");
  const other = seeded("b");
  const numbers = Array.from({ length: 10_000 }, first);
  assert.deepEqual(numbers.slice(0, 5), Array.from({ length: 5 }, again));
  assert.notEqual(numbers[0], other());
  // Frozen: variants of tasks are made from these numbers.
  assert.deepEqual(
    numbers.slice(0, 3).map((number) => number.toFixed(6)),
    ["0.484541", "0.815693", "0.861807"],
  );
  const tenths = Array.from(
    { length: 10 },
    (_, at) => numbers.filter((number) => Math.floor(number * 10) === at).length,
  );
  assert.ok(
    tenths.every((count) => count > 900 && count < 1_100),
    tenths.join(" "),
  );
  assert.ok(["x", "y"].includes(choose(first, ["x", "y"])));
});
