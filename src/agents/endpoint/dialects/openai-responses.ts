import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, argumentsOf, type Offered, turnAfter } from "../script.ts";

/** OpenAI's Responses API, as Codex speaks it. */
export const openaiResponses: Dialect = {
  name: "openai-responses",
  speaks: (path) => path.endsWith("/responses"),
  read: (body) => ({
    turn: turnAfter(list(body.input).map((item) => item.call_id)),
    // To some models they are told in the conversation.
    tools: [body, ...list(body.input)].flatMap(({ tools }) => list(tools)).flatMap(offered),
    wantsStream: body.stream === true,
  }),
  stream(answer, body) {
    const response = responseOf(answer, body);
    const items = response.output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      ...deltasOf(item, output_index),
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

/** Some clients take a text from its pieces, others from the whole. */
function deltasOf(item: Json, output_index: number): Json[] {
  return list(item.content).map(({ text }, content_index) => {
    return { type: "response.output_text.delta", item_id: item.id, output_index, content_index, delta: text };
  });
}

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
      : [
          {
            ...{ type: "message", id: `msg_scripted_${turn}`, role: "assistant", status: "completed" },
            content: [{ type: "output_text", text, annotations: [] }],
          },
        ];
  const called = calls.map((call) => {
    const { id, name, group, custom, input } = call;
    if (custom) return { type: "custom_tool_call", id: `ct_${id}`, call_id: id, name, input };
    const inGroup = group ? { namespace: group } : {};
    const status = "completed";
    return {
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      ...inGroup,
      arguments: argumentsOf(call),
      status,
    };
  });
  const { input, output, cacheRead = 0, reasoning = 0 } = counted;
  return {
    id: `resp_scripted_${turn}`,
    object: "response",
    created_at: 0,
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
