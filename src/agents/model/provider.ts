import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, streamText } from "ai";
import type { Provider, Source } from "../sources/index.ts";

type Options = NonNullable<Parameters<typeof streamText>[0]["providerOptions"]>;

/** A model to be asked. Without a key, something that is none is sent: the SDK would look for one by itself. */
export function modelAt(source: Source, name: string, key: string | undefined): LanguageModel {
  const common = { baseURL: source.url, apiKey: key ?? "none" };
  switch (source.provider) {
    case "anthropic":
      return createAnthropic(common)(name);
    case "openai":
      return createOpenAI(common).responses(name);
    case "google":
      return createGoogle(common)(name);
    case "openai-compatible":
      return createOpenAICompatible({
        ...{ name: source.name, baseURL: source.url, includeUsage: true },
        ...(key === undefined ? {} : { apiKey: key }),
      })(name);
  }
}

/** What each is told with every request: to use its cache, and to keep nothing that a later request would refer to. */
export const providerOptions: Readonly<Record<Provider, Options>> = {
  anthropic: { anthropic: { cacheControl: { type: "ephemeral" } } },
  openai: { openai: { store: false } },
  google: {},
  "openai-compatible": {},
};
