import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { costOf, listed, pricesDate } from "./index.ts";

const million = 1_000_000;

test("The table has a date, and prices that are numbers, cheaper from a cache and dearer for what is written.", () => {
  assert.match(pricesDate(), /^\d{4}-\d{2}-\d{2}$/);
  const { models } = JSON.parse(readFileSync(new URL("./prices.json", import.meta.url), "utf8"));
  assert.ok(Object.keys(models).length > 20);
  for (const [name, { input, output, cacheRead, cacheWrite = input, context = 200_000, above, upTo }] of Object.entries(
    models as Record<string, Record<string, number> & { above?: { tokens: number } }>,
  )) {
    assert.match(name, /^(anthropic|openai|google)\/[a-z0-9.-]+$/);
    assert.ok(Number(cacheRead) < Number(input) && Number(input) < Number(output), name);
    assert.ok(Number(cacheWrite) >= Number(input), name);
    assert.ok(Number(context) > (above?.tokens ?? upTo ?? 0) || context === 200_000, name);
  }
});

test("A snapshot costs what its model costs; what is not listed has no price.", () => {
  assert.deepEqual(listed("anthropic/claude-haiku-4-5-20251001"), listed("anthropic/claude-haiku-4-5"));
  assert.deepEqual(listed("openai/gpt-5-2025-08-07"), listed("openai/gpt-5"));
  assert.equal(listed("router/anthropic/claude-haiku-4-5"), undefined);
  assert.equal(listed("openai/gpt-5-turbo"), undefined);
  assert.equal(listed("toString"), undefined);
});

test("Each kind of token has its price.", () => {
  const price = { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 };
  const tokens = { inputTokens: million, cacheReadTokens: million, cacheWriteTokens: million, outputTokens: million };
  assert.equal(costOf(price, tokens), 29.2);
  assert.equal(costOf(price, { inputTokens: 0, outputTokens: 0 }), 0);
});

test("A long request costs more where that is known, and is not known otherwise.", () => {
  const price = { input: 1, output: 5, above: { tokens: 100, input: 2, output: 10 } };
  assert.equal(costOf(price, { inputTokens: 100, outputTokens: million }), 5.0001);
  assert.equal(costOf(price, { inputTokens: 101, outputTokens: million }), 10.000202);
  assert.equal(costOf({ input: 1, output: 5, upTo: 100 }, { inputTokens: 101, outputTokens: 1 }), undefined);
});

for (const [what, price, tokens] of [
  ["price", undefined, { inputTokens: 1, outputTokens: 1 }],
  ["input", { input: 1, output: 1 }, { outputTokens: 1 }],
  ["output", { input: 1, output: 1 }, { inputTokens: 1 }],
  ["price of what came from a cache", { input: 1, output: 1 }, { inputTokens: 1, outputTokens: 1, cacheReadTokens: 1 }],
] as const) {
  test(`Where the ${what} is not known, the cost is not.`, () => {
    assert.equal(costOf(price, tokens), undefined);
  });
}
