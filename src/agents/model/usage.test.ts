import assert from "node:assert/strict";
import { test } from "node:test";
import type { LanguageModelUsage } from "ai";
import { Tally } from "./tally.ts";
import { metricsOf, tokensOf } from "./usage.ts";

/** As the SDK tells it: 0 where the provider said nothing. */
const usage = (raw: object, read = 0, write?: number, reasoning = 0): LanguageModelUsage => ({
  ...{ inputTokens: 100 + read + (write ?? 0), outputTokens: 20, totalTokens: 120 + read },
  inputTokenDetails: { noCacheTokens: 100, cacheReadTokens: read, cacheWriteTokens: write },
  outputTokenDetails: { textTokens: 20 - reasoning, reasoningTokens: reasoning },
  raw: raw as NonNullable<LanguageModelUsage["raw"]>,
});

for (const [provider, told, expected] of [
  [
    "Anthropic",
    usage({ input_tokens: 100, cache_read_input_tokens: 7, cache_creation_input_tokens: 3, output_tokens: 20 }, 7, 3),
    { inputTokens: 100, cacheReadTokens: 7, cacheWriteTokens: 3, outputTokens: 20 },
  ],
  [
    "OpenAI",
    usage(
      {
        ...{ input_tokens: 107, output_tokens: 20, input_tokens_details: { cached_tokens: 7 } },
        output_tokens_details: { reasoning_tokens: 5 },
      },
      ...([7, undefined, 5] as const),
    ),
    { inputTokens: 100, cacheReadTokens: 7, outputTokens: 20, reasoningTokens: 5 },
  ],
  [
    "a gateway that tells the least",
    usage({ prompt_tokens: 100, completion_tokens: 20 }),
    { inputTokens: 100, outputTokens: 20 },
  ],
  [
    "Gemini",
    usage({ promptTokenCount: 100, candidatesTokenCount: 15, thoughtsTokenCount: 5 }, 0, undefined, 5),
    { inputTokens: 100, outputTokens: 20, reasoningTokens: 5 },
  ],
  ["a server that tells nothing", usage({}), {}],
] as const) {
  test(`Of ${provider}, what is told is counted, and what is not told is left out.`, () => {
    assert.deepEqual(tokensOf(told), expected);
  });
}

test("A step of a trajectory counts what came from caches as part of the prompt.", () => {
  const tokens = { inputTokens: 100, cacheReadTokens: 7, cacheWriteTokens: 3, outputTokens: 20 };
  assert.deepEqual(metricsOf(tokens, undefined, 0.1234), {
    ...{ prompt_tokens: 110, completion_tokens: 20, cached_tokens: 7 },
    extra: { provider_seconds: 0.123, cache_write_tokens: 3 },
  });
});

test("What one request does not tell is not known of the whole; what all tell is summed.", () => {
  const tally = new Tally();
  tally.request({ inputTokens: 10, outputTokens: 2, reasoningTokens: 1 }, 0.5);
  tally.request({ inputTokens: 20, outputTokens: 3 }, undefined);
  tally.request({ inputTokens: 30, outputTokens: 4, reasoningTokens: 1 }, 0.5);
  tally.waited(1.5);
  tally.call(true);
  tally.call(false);
  assert.deepEqual(tally.usage(), {
    ...{ commands: 1, turns: 3, toolCalls: 2, inputTokens: 60, outputTokens: 9, providerSeconds: 1.5 },
  });
});
