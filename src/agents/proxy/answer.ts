import { isObject, type Json, parsed } from "./json.ts";
import type { Tokens } from "./model.ts";

/** What an answer tells about itself, whole or in a stream of events, in whichever way its provider counts. */
export interface AnswerReader {
  read(chunk: Buffer): void;
  /** Known when all was read. */
  told(): { readonly tokens: Tokens; readonly failure?: string };
}

/** Longer ones are not read, only passed on. */
const longest = 16 * 1024 * 1024;

export function answerReader(contentType: string): AnswerReader {
  const isStream = contentType.includes("event-stream");
  let rest = "";
  let tokens: Tokens = {};
  let failure: string | undefined;
  const take = (text: string) => {
    const value = parsed(text);
    if (value === undefined) return;
    tokens = { ...tokens, ...tokensIn(value) };
    failure ??= failureIn(value);
  };
  const decoder = new TextDecoder();
  return {
    read(chunk) {
      if (rest.length > longest) return;
      rest += decoder.decode(chunk, { stream: true });
      if (!isStream) return;
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data:")) take(line.slice("data:".length));
    },
    told() {
      const last = isStream ? rest.replace(/^data:/, "") : rest;
      take(last);
      return { tokens, ...(failure ? { failure } : {}) };
    },
  };
}

/** Anthropic's begin with a message and end with its numbers; OpenAI's have a `usage`, Google's a `usageMetadata`. */
function tokensIn(value: Json): Tokens {
  const holder = [value, value.message, value.response].filter(isObject).find(({ usage }) => isObject(usage));
  if (holder) return counted(holder.usage as Json);
  return isObject(value.usageMetadata) ? countedByGoogle(value.usageMetadata) : {};
}

function counted(usage: Json): Tokens {
  const details = (field: string) => (isObject(usage[field]) ? usage[field] : {});
  const inDetail = { ...details("prompt_tokens_details"), ...details("input_tokens_details") };
  const outDetail = { ...details("completion_tokens_details"), ...details("output_tokens_details") };
  const all = usage.input_tokens ?? usage.prompt_tokens;
  const cached = inDetail.cached_tokens;
  // Only OpenAI counts what came from the cache as input too.
  const fresh = typeof all === "number" && typeof cached === "number" ? all - cached : all;
  return numbers({
    inputTokens: fresh,
    cacheReadTokens: usage.cache_read_input_tokens ?? cached,
    cacheWriteTokens: usage.cache_creation_input_tokens,
    outputTokens: usage.output_tokens ?? usage.completion_tokens,
    reasoningTokens: outDetail.reasoning_tokens,
  });
}

function countedByGoogle(usage: Json): Tokens {
  const { promptTokenCount: all, cachedContentTokenCount: cached, toolUsePromptTokenCount: tools } = usage;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  const sum = (...values: readonly unknown[]) => {
    const known = values.filter((value) => typeof value === "number");
    return known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0);
  };
  return numbers({
    inputTokens: sum(all, tools, typeof cached === "number" ? -cached : undefined),
    cacheReadTokens: cached,
    outputTokens: sum(said, thought),
    reasoningTokens: thought,
  });
}

function numbers(found: Readonly<Record<keyof Tokens, unknown>> | Partial<Record<keyof Tokens, unknown>>): Tokens {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === "number"));
}

/** A stream that began well may still end in an error; so may an answer that came whole. */
function failureIn(value: Json): string | undefined {
  const response = isObject(value.response) ? value.response : {};
  const error = [value.error, response.error].find((each) => isObject(each) || typeof each === "string");
  if (error === undefined) return undefined;
  if (!isObject(error)) return String(error).slice(0, 300);
  const kind = error.type ?? error.code ?? error.status ?? "error";
  return `${kind}: ${error.message ?? ""}`.slice(0, 300);
}
