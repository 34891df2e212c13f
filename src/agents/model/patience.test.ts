import assert from "node:assert/strict";
import { test } from "node:test";
import { APICallError } from "ai";
import { Interruption } from "./interruption.ts";
import { patiently, TooLong } from "./patience.ts";

const failure = (statusCode: number, message: string, headers: Record<string, string> = {}) =>
  new APICallError({ url: "http://x", requestBodyValues: {}, statusCode, message, responseHeaders: headers });
const never = new AbortController().signal;

/** Work that fails with each of these, and then succeeds. */
function failing(...failures: readonly unknown[]) {
  let tries = 0;
  const work = async () => {
    const failed = failures[tries++];
    if (failed !== undefined) throw failed;
    return "answer";
  };
  return { work, tries: () => tries };
}

test("What passes is waited for, and how often is told.", async () => {
  const { work } = failing(failure(529, "overloaded"), failure(429, "slow down"), new TypeError("fetch failed"));
  assert.deepEqual(await patiently({ tries: 4, firstWaitMs: 1 }, never, work), { answer: "answer", retries: 3 });
});

test("What does not pass is an interruption, with the last reason and how often it was tried.", async () => {
  const { work, tries } = failing(...Array(9).fill(failure(503, "unavailable")));
  await assert.rejects(
    patiently({ tries: 3, firstWaitMs: 1 }, never, work),
    new Interruption("503 unavailable, 3 times"),
  );
  assert.equal(tries(), 3);
});

test("The provider's own word on how long to wait counts, where it is longer.", async () => {
  const began = performance.now();
  const { work } = failing(failure(429, "slow down", { "retry-after-ms": "120" }));
  await patiently({ tries: 2, firstWaitMs: 1 }, never, work);
  assert.ok(performance.now() - began >= 115);
});

for (const [what, thrown] of [
  ["a key that is refused", failure(401, "invalid x-api-key")],
  ["a model that is not there", failure(404, "no such model")],
  ["a request that is not understood", failure(400, "tools.0: unknown field")],
  ["a bill that was not paid", failure(429, "You exceeded your quota: insufficient_quota")],
] as const) {
  test(`Nobody asks again after ${what}.`, async () => {
    const { work, tries } = failing(thrown);
    await assert.rejects(patiently({ tries: 3, firstWaitMs: 1 }, never, work), Interruption);
    assert.equal(tries(), 1);
  });
}

for (const message of [
  "prompt is too long: 213462 tokens > 200000 maximum",
  "Your input exceeds the context window of this model.",
  "This model's maximum context length is 128000 tokens.",
  "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
]) {
  test(`That a conversation does not fit is understood: ${message}`, async () => {
    const { work } = failing(failure(400, message));
    await assert.rejects(patiently({ tries: 3, firstWaitMs: 1 }, never, work), TooLong);
  });
}

test("Who is interrupted while waiting for a provider was let down by it; who is interrupted otherwise was not.", async () => {
  const stop = new AbortController();
  const overloaded = async () => {
    setImmediate(() => stop.abort(new Error("time is over")));
    throw failure(529, "overloaded");
  };
  const waiting = patiently({ tries: 9, firstWaitMs: 600_000 }, stop.signal, overloaded);
  await assert.rejects(waiting, new Interruption("529 overloaded, until the time was over"));
  const thinking = patiently({ tries: 9, firstWaitMs: 1 }, stop.signal, async () => stop.signal.throwIfAborted());
  await assert.rejects(thinking, /time is over/);
});
