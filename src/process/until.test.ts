import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { patient, until } from "./index.ts";

afterEach(() => {
  delete process.env.AIRWORTHY_PATIENCE;
});

test("what comes is waited for, and what does not come is waited for until the deadline.", async () => {
  let asked = 0;
  assert.equal(await until(async () => ++asked === 3 && "there", { deadlineMs: 60_000, everyMs: 1 }), "there");
  assert.equal(asked, 3);
  assert.equal(await until(async () => undefined, { deadlineMs: 5, everyMs: 1 }), undefined);
});

test("a slow machine may be given more time, and nonsense gives it what is usual.", async () => {
  process.env.AIRWORTHY_PATIENCE = "20";
  assert.equal(patient(60_000), 1_200_000);
  for (const nonsense of ["", "0", "-1", "much", "Infinity"]) {
    process.env.AIRWORTHY_PATIENCE = nonsense;
    assert.equal(patient(60_000), 60_000, nonsense);
  }
  // Without patience the deadline has passed before the first answer, with it the second is still awaited.
  let asked = 0;
  process.env.AIRWORTHY_PATIENCE = "1e9";
  assert.equal(await until(async () => ++asked === 2, { deadlineMs: 1e-3, everyMs: 1 }), true);
});
