import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import type { Answer } from "../script.ts";

/** Google's Gemini API, as Gemini CLI speaks it. */
export const gemini: Dialect = {
  name: "gemini",
  speaks: (path) => /:(streamG|g)enerateContent\b/.test(path),
  read: (body) => ({
    // Ids of calls are the agent's own here, so what counts is how often the model has called already.
    turn: list(body.contents).filter(({ parts }) => list(parts).some((part) => part.functionCall)).length,
    tools: list(body.tools)
      .flatMap((tool) => list(tool.functionDeclarations))
      .map(({ name }) => ({ name: textOf(name) })),
    wantsStream: true,
  }),
  stream: (answer) => events([contentOf(answer)], false),
  whole: contentOf,
};

function contentOf({ text, calls, tokens }: Answer): Json {
  const { input, output, cacheRead = 0, reasoning = 0 } = tokens;
  const said = text === undefined ? [] : [{ text }];
  const called = calls.map(({ id, name, input: args }) => ({ functionCall: { id, name, args } }));
  return {
    candidates: [{ index: 0, content: { role: "model", parts: [...said, ...called] }, finishReason: "STOP" }],
    // What came from the cache counts as input here, and thoughts do not count as output.
    usageMetadata: {
      promptTokenCount: input + cacheRead,
      cachedContentTokenCount: cacheRead,
      candidatesTokenCount: output - reasoning,
      thoughtsTokenCount: reasoning,
      totalTokenCount: input + cacheRead + output,
    },
  };
}
