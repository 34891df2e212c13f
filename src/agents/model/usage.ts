import type { LanguageModelUsage } from "ai";
import type { Usage } from "../contract.ts";
import type { Metrics } from "../trajectory.ts";

export type Tokens = Pick<
  Usage,
  "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens" | "reasoningTokens"
>;

/** Under what names providers tell each number. */
const told = {
  input: ["input_tokens", "prompt_tokens", "promptTokenCount"],
  cacheRead: ["cache_read_input_tokens", "cached_tokens", "cachedContentTokenCount"],
  cacheWrite: ["cache_creation_input_tokens", "cache_write_tokens"],
  output: ["output_tokens", "completion_tokens", "candidatesTokenCount", "thoughtsTokenCount"],
  reasoning: ["thinking_tokens", "reasoning_tokens", "thoughtsTokenCount"],
} as const;

/** The tokens of one request. The SDK says 0 where a provider says nothing: that is not known, and left out. */
export function tokensOf(usage: LanguageModelUsage): Tokens {
  const known = numbersIn(usage.raw);
  const says = (what: keyof typeof told) => told[what].some((name) => known.has(name));
  const { inputTokenDetails: input, outputTokenDetails: output } = usage;
  const number = <Name extends keyof Tokens>(name: Name, isTold: boolean, value: number | undefined) =>
    isTold && value !== undefined ? { [name]: value } : {};
  return {
    ...number("inputTokens", says("input"), input.noCacheTokens ?? usage.inputTokens),
    ...number("cacheReadTokens", says("cacheRead"), input.cacheReadTokens),
    ...number("cacheWriteTokens", says("cacheWrite"), input.cacheWriteTokens),
    ...number("outputTokens", says("output"), usage.outputTokens),
    ...number("reasoningTokens", says("reasoning"), output.reasoningTokens),
  };
}

/** The names of all numbers in what a provider said, however deep. */
function numbersIn(raw: unknown): Set<string> {
  if (typeof raw !== "object" || raw === null) return new Set();
  return new Set(
    Object.entries(raw).flatMap(([name, value]) => (typeof value === "number" ? [name] : [...numbersIn(value)])),
  );
}

/** All that was read and written, as far as it is known. */
export const allOf = ({ inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 }: Tokens) =>
  inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;

/** As a step of a trajectory says it: there, what came from a cache is part of the prompt. */
export function metricsOf(tokens: Tokens, costUsd: number | undefined, seconds: number): Metrics {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, reasoningTokens } = tokens;
  return {
    ...(inputTokens === undefined
      ? {}
      : { prompt_tokens: inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) }),
    ...(outputTokens === undefined ? {} : { completion_tokens: outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cached_tokens: cacheReadTokens }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
    extra: {
      provider_seconds: Math.round(seconds * 1_000) / 1_000,
      ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
      ...(reasoningTokens === undefined ? {} : { reasoning_tokens: reasoningTokens }),
    },
  };
}
