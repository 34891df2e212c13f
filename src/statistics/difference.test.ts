import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceOf, chanceOfShares, differenceOfShares, seeded } from "./index.ts";

test("Newcombe's interval has the published values.", () => {
  // Newcombe 1998, table II, method 10: 56/70 - 48/80 and 10/10 - 0/10.
  const published = differenceOfShares({ successes: 48, trials: 80 }, { successes: 56, trials: 70 });
  assert.deepEqual([published.low.toFixed(4), published.high.toFixed(4)], ["0.0524", "0.3339"]);
  const apart = differenceOfShares({ successes: 0, trials: 10 }, { successes: 10, trials: 10 });
  assert.deepEqual([apart.low.toFixed(4), apart.high.toFixed(4)], ["0.6075", "1.0000"]);
});

test("One trial each says nothing about a difference, and none says nothing at all.", () => {
  const { low, high } = differenceOfShares({ successes: 0, trials: 1 }, { successes: 1, trials: 1 });
  assert.ok(low < 0 && high > 0, `${low} to ${high}`);
  assert.deepEqual(differenceOfShares({ successes: 0, trials: 0 }, { successes: 1, trials: 1 }), { low: -1, high: 1 });
});

test("The chance of a difference is counted exactly for few values.", () => {
  assert.equal(chanceOf([1]), 1);
  assert.equal(chanceOf([1, 1, 1, 1, 1]), 2 / 32);
  assert.equal(chanceOf([1, 1, 1, 1, 1, 1]), 2 / 64);
  assert.equal(chanceOf([1, -1, 0]), 1);
  assert.equal(chanceOf([0, 0]), 1);
});

test("For many values the chance is drawn, always the same, and small only where they lean to one side.", () => {
  const random = seeded("values");
  const noise = Array.from({ length: 40 }, () => random() - 0.5);
  assert.equal(chanceOf(noise), chanceOf(noise));
  assert.ok(chanceOf(noise) > 0.05);
  assert.ok(chanceOf(noise.map((value) => value + 0.5)) < 0.001);
});

test("Fisher's test has the published values.", () => {
  // The lady tasting tea: three of four right, and all four.
  const tea = (right: number) =>
    chanceOfShares({ successes: right, trials: 4 }, { successes: 4 - right, trials: 4 }).toFixed(4);
  assert.deepEqual([tea(3), tea(4), tea(2)], ["0.4857", "0.0286", "1.0000"]);
  assert.equal(chanceOfShares({ successes: 0, trials: 1 }, { successes: 5, trials: 5 }).toFixed(4), "0.1667");
  assert.equal(chanceOfShares({ successes: 0, trials: 0 }, { successes: 5, trials: 5 }), 1);
});
