import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, argumentsOf, turnAfter } from "../script.ts";

/** OpenAI's Chat Completions API, which most gateways and local models speak, and opencode to them. */
export const openaiChat: Dialect = {
  name: "openai-chat",
  speaks: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    turn: turnAfter(list(body.messages).map((message) => message.tool_call_id)),
    tools: list(body.tools).map((tool) => ({ name: textOf((tool.function as Json | undefined)?.name) })),
    wantsStream: body.stream === true,
  }),
  stream(answer, body) {
    const { message, finish_reason } = choiceOf(answer);
    const chunk = (delta: Json, reason: string | null) => ({
      ...head("chat.completion.chunk", body),
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
    const delta = tool_calls ? { ...message, tool_calls } : message;
    return `${events([chunk(delta, null), { ...chunk({}, finish_reason), usage: usageOf(answer) }], false)}data: [DONE]\n\n`;
  },
  whole: (answer, body) => ({
    ...head("chat.completion", body),
    choices: [{ index: 0, ...choiceOf(answer) }],
    usage: usageOf(answer),
  }),
};

/** What came from the cache counts as input here. */
function usageOf({ tokens: { input, output, cacheRead = 0, reasoning = 0 } }: Answer) {
  return {
    ...{ prompt_tokens: input + cacheRead, completion_tokens: output, total_tokens: input + cacheRead + output },
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

const head = (object: string, { model }: Json) => ({ id: "chatcmpl-scripted", object, created: 0, model });

function choiceOf({ text, calls }: Answer) {
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const called = calls.length > 0;
  return {
    message: { role: "assistant", content: text ?? null, ...(called ? { tool_calls } : {}) },
    finish_reason: called ? "tool_calls" : "stop",
  };
}
