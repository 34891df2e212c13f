import assert from "node:assert/strict";
import { test } from "node:test";
import { heard } from "./calls.ts";

test("What curl heard is an answer, however many lines it has.", () => {
  assert.deepEqual(heard("one\ntwo\n\n503 0.001 0 "), { went: { status: 503, body: "one\ntwo\n" } });
});

test("Nobody there is an outcome, with or without a connection.", () => {
  const refused = heard("\n000 0.000000 7 Failed to connect to web port 80");
  assert.deepEqual(refused.went, { status: undefined, reason: "Failed to connect to web port 80", connected: false });
  const silent = heard("half an ans\n000 0.002 28 Operation timed out");
  assert.deepEqual(silent.went, { status: undefined, reason: "Operation timed out", connected: true });
});

test("A call that could not be made is none.", () => {
  assert.deepEqual(heard("\n000 0.000000 77 error setting certificate file"), {
    cannot: "curl: (77) error setting certificate file",
  });
  assert.deepEqual(heard("sh: curl: not found\n"), { cannot: "sh: curl: not found" });
});
