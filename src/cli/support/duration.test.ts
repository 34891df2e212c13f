import assert from "node:assert/strict";
import { test } from "node:test";
import { duration } from "./duration.ts";

test("Times are numbers with units, and nothing else.", () => {
  for (const [text, ms] of [
    ["250ms", 250],
    ["30s", 30_000],
    ["5m", 300_000],
    ["1h30m", 5_400_000],
    ["2d", 172_800_000],
  ] as const) {
    assert.equal(duration("--x", text), ms);
  }
  for (const wrong of ["", "30", "s", "0s", "1h 30m", "-5s", "1.5h", "5 m", "99999999999999d"]) {
    assert.throws(() => duration("--x", wrong), { code: "BAD_OPTION" }, wrong);
  }
});
