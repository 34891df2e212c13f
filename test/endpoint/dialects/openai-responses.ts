import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, type Offered, turnAfter } from "../script.ts";

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

function responseOf({ turn, text, calls }: Answer, { model }: Json) {
  const said =
    text === undefined
      ? []
      : [{ type: "message", id: `msg_scripted_${turn}`, role: "assistant", content: [{ type: "output_text", text }] }];
  const called = calls.map(({ id, name, group, custom, input }) =>
    custom
      ? { type: "custom_tool_call", id: `ct_${id}`, call_id: id, name, input }
      : {
          type: "function_call",
          id: `fc_${id}`,
          call_id: id,
          name,
          ...(group ? { namespace: group } : {}),
          arguments: JSON.stringify(input),
        },
  );
  const tokens = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return {
    id: `resp_scripted_${turn}`,
    object: "response",
    status: "completed",
    model,
    output: [...said, ...called],
    usage: {
      ...tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}
