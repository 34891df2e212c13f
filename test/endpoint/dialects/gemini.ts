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

function contentOf({ text, calls }: Answer): Json {
  const said = text === undefined ? [] : [{ text }];
  const called = calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));
  return {
    candidates: [{ index: 0, content: { role: "model", parts: [...said, ...called] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}
