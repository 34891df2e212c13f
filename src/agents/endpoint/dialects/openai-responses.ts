import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, argumentsOf, type Offered, turnAfter } from "../script.ts";

/** OpenAI's Responses API, as Codex speaks it. */
export const openaiResponses: Dialect = {
  name: "openai-responses",
  speaks: (path) => path.endsWith("/responses"),
  read: (body) => ({
    turn: turnAfter(list(body.input).map((item) => item.call_id)),
    tools: list(body.tools).flatMap(offered),
    wantsStream: body.stream === true,
  }),
  stream(answer, body) {
    const response = responseOf(answer, body);
    const items = response.output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]);
    return events(
      [
        { type: "response.created", response: { ...response, output: [], status: "in_progress" } },
        ...items,
        { type: "response.completed", response },
      ],
      true,
    );
  },
  whole: responseOf,
};

/** A tool, or those of a namespace, which is how the tools of an MCP server come. */
function offered(tool: Json): Offered[] {
  const name = textOf(tool.name);
  if (tool.type !== "namespace") return [{ name, ...(tool.type === "custom" ? { custom: true } : {}) }];
  return list(tool.tools).map((inner) => ({ name: textOf(inner.name), group: name }));
}

function responseOf({ turn, text, calls, tokens: counted }: Answer, { model }: Json) {
  const said =
    text === undefined
      ? []
      : [{ type: "message", id: `msg_scripted_${turn}`, role: "assistant", content: [{ type: "output_text", text }] }];
  const called = calls.map((call) => {
    const { id, name, group, custom, input } = call;
    if (custom) return { type: "custom_tool_call", id: `ct_${id}`, call_id: id, name, input };
    const inGroup = group ? { namespace: group } : {};
    return { type: "function_call", id: `fc_${id}`, call_id: id, name, ...inGroup, arguments: argumentsOf(call) };
  });
  const { input, output, cacheRead = 0, reasoning = 0 } = counted;
  return {
    id: `resp_scripted_${turn}`,
    object: "response",
    status: "completed",
    model,
    output: [...said, ...called],
    // What came from the cache counts as input here.
    usage: {
      ...{ input_tokens: input + cacheRead, output_tokens: output, total_tokens: input + cacheRead + output },
      input_tokens_details: { cached_tokens: cacheRead },
      output_tokens_details: { reasoning_tokens: reasoning },
    },
  };
}
