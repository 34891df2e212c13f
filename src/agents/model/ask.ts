import {
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type ToolSet,
  zodSchema,
} from "ai";
import type { ModelSettings, Provider } from "../sources/index.ts";
import { providerOptions } from "./provider.ts";
import type { Tool } from "./tools/index.ts";
import { type Tokens, tokensOf } from "./usage.ts";

// The SDK would print what it has doubts about; only the command line prints.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Question {
  readonly model: LanguageModel;
  readonly provider: Provider;
  readonly settings: Omit<ModelSettings, "name" | "context" | "price">;
  readonly instructions?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
}

/** A call as the model made it; `wrong` says why it cannot be carried out. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly wrong?: string;
}

export interface Answered {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly Call[];
  /** To be sent with the next request, as they are. */
  readonly messages: readonly ModelMessage[];
  readonly tokens: Tokens;
  readonly ending: string;
  /** What the provider says has answered. */
  readonly model: string;
}

/** One request, streamed: an answer may take longer than any connection stays open in silence. Nothing is tried twice here. */
export async function ask(question: Question, signal: AbortSignal): Promise<Answered> {
  const { model, provider, settings, instructions, messages, tools } = question;
  const result = streamText({
    ...{ model, abortSignal: signal, maxRetries: 0, messages: [...messages] },
    ...(instructions === undefined ? {} : { instructions }),
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    providerOptions: providerOptions[provider],
    tools,
    telemetry: { isEnabled: false },
    onError: () => {}, // It comes with the stream as well.
  });
  for await (const part of result.stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") signal.throwIfAborted();
  }
  const step = await result.finalStep;
  return {
    text: step.text,
    reasoning: step.reasoningText || undefined,
    calls: step.toolCalls.map(({ toolCallId, toolName, input, ...call }) => ({
      ...{ id: toolCallId, name: toolName, input },
      ...("invalid" in call && call.invalid ? { wrong: whyWrong(call.error) } : {}),
    })),
    messages: (await result.responseMessages).filter(({ role }) => role === "assistant"),
    tokens: tokensOf(step.usage),
    ending: step.finishReason,
    model: step.response.modelId,
  };
}

/** As the SDK wants them. To make this is dearer than a whole request, so it is made once. */
export function offered(tools: readonly Tool[]): ToolSet {
  const one = ({ description, input }: Tool): ToolSet[string] => {
    const inputSchema = "json" in input ? jsonSchema(input.json as JSONSchema7) : zodSchema(input);
    return { description, inputSchema };
  };
  return Object.fromEntries(tools.map((tool) => [tool.name, one(tool)]));
}

function whyWrong(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
}
