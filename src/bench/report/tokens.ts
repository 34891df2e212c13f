import type { Usage } from "../../agents/index.ts";
import { grouped } from "./visible.ts";

type Tokens = Pick<Usage, `${"input" | "cacheRead" | "cacheWrite" | "output" | "reasoning"}Tokens`>;

/** All that is known of them, in words: what is not known is not zero. */
export function tokensIn(usage: Tokens): string {
  const parts: readonly (readonly [keyof Tokens, string])[] = [
    ["inputTokens", "in"],
    ["cacheReadTokens", "from cache"],
    ["cacheWriteTokens", "into cache"],
    ["outputTokens", "out"],
    ["reasoningTokens", "of it reasoning"],
  ];
  return parts
    .flatMap(([key, word]) => (usage[key] === undefined ? [] : [`${grouped(usage[key])} ${word}`]))
    .join(", ");
}

/** Read and written, all together; undefined unless both are known. */
export function allTokens({ inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens }: Tokens) {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
}

/** 48 211 as 48 k: a column is for comparing. */
export function rough(count: number | undefined): string {
  if (count === undefined) return "–";
  if (count < 1_000) return String(Math.round(count));
  return count < 1_000_000 ? `${Math.round(count / 1_000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}
