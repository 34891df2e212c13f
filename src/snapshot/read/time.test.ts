import assert from "node:assert/strict";
import { test } from "node:test";
import { readTime, showTime, timeInName } from "./time.ts";

const moment = Date.parse("2025-12-15T17:34:49Z") * 1000 + 528_434;

for (const [what, text] of [
  ["ISO", "2025-12-15T17:34:49.528434Z"],
  ["ISO with an offset", "2025-12-15T19:04:49.528434+01:30"],
  ["ClickHouse, with nanoseconds and without a zone", "2025-12-15 17:34:49.528434123"],
  ["Go's own printing", "2025-12-15 17:34:49.528434 +0000 UTC"],
  ["Go's own printing with its other clock", "2025-12-15 17:34:49.528434 +0000 UTC m=+12.5"],
  ["microseconds", "1765820089528434"],
  ["nanoseconds", "1765820089528434000"],
] as const) {
  test(`A time is read from ${what}.`, () => assert.equal(readTime(text), moment));
}

test("Seconds with a fraction and milliseconds are told apart by their size.", () => {
  assert.equal(readTime("1765820089"), 1_765_820_089_000_000);
  assert.equal(readTime("1765820089528"), 1_765_820_089_528_000);
});

test("What is no time is none.", () => {
  for (const text of ["", "yesterday", "2025-13-45T99:99:99Z", "12"]) assert.equal(readTime(text), undefined, text);
});

test("Both clocks in names of files are read.", () => {
  assert.equal(timeInName("alerts_at_2025-12-15T17-34-49.528434.json"), moment);
  assert.equal(timeInName("alerts_in_alerting_state_2025-12-15T173449.528434Z.json"), moment);
  assert.equal(timeInName("alerts.json"), undefined);
  assert.equal(showTime(moment), "2025-12-15T17:34:49.528Z");
});
