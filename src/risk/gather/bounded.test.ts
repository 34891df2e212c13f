import assert from "node:assert/strict";
import { test } from "node:test";
import { runBounded } from "./bounded.ts";

const node = (script: string, more = {}) =>
  runBounded(process.execPath, ["-e", script], {
    environment: process.env,
    timeoutMs: 60_000,
    bytes: 1_000,
    signal: AbortSignal.timeout(60_000),
    ...more,
  });

test("What a program prints is what it gives.", async () => {
  assert.equal(String(await node("process.stdout.write('out'); process.stderr.write('err')")), "out");
});

test("A program that prints for ever is stopped.", async () => {
  const endless = "setInterval(() => process.stdout.write('x'.repeat(10_000)), 1)";
  assert.equal(await node(endless), "it prints more than 1000 bytes");
});

test("A program that takes too long is stopped, and one that waits for input gets none.", async () => {
  assert.equal(await node("setInterval(() => {}, 1_000)", { timeoutMs: 200 }), "it was not done after 200 ms");
  assert.equal(String(await node("process.stdin.resume().on('end', () => console.log('end'))")), "end\n");
});

test("A program that fails says why, and one that is not there too.", async () => {
  assert.equal(await node("console.error('one\\n│ Error: bad plan │\\ntwo'); process.exit(1)"), "Error: bad plan");
  assert.match(
    String(
      await runBounded("/gone", [], {
        environment: {},
        timeoutMs: 1_000,
        bytes: 10,
        signal: AbortSignal.timeout(9_000),
      }),
    ),
    /ENOENT/,
  );
});
