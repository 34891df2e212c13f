import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, argumentsOf, turnAfter } from "../script.ts";

/** Anthropic's Messages API, as Claude Code speaks it. */
export const anthropic: Dialect = {
  name: "anthropic",
  speaks: (path) => path.startsWith("/v1/messages") && !path.includes("count_tokens"),
  read: (body) => ({
    turn: turnAfter(
      list(body.messages)
        .flatMap(({ content }) => list(content))
        .map((block) => block.tool_use_id),
    ),
    tools: list(body.tools).map(({ name }) => ({ name: textOf(name) })),
    wantsStream: body.stream === true,
  }),
  stream(answer, body) {
    const { content, usage, stop_reason, ...message } = messageOf(answer, body);
    const blocks = content.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: emptied(block) },
      { type: "content_block_delta", index, delta: deltaOf(block, answer) },
      { type: "content_block_stop", index },
    ]);
    const { output_tokens, ...read } = usage;
    return events(
      [
        {
          type: "message_start",
          message: { ...message, usage: { ...read, output_tokens: 1 }, content: [], stop_reason: null },
        },
        ...blocks,
        { type: "message_delta", delta: { stop_reason }, usage: { output_tokens } },
        { type: "message_stop" },
      ],
      true,
    );
  },
  whole: messageOf,
};

function messageOf({ turn, text, calls, tokens }: Answer, { model }: Json) {
  const said: readonly Json[] = text === undefined ? [] : [{ type: "text", text }];
  const used = calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  return {
    id: `msg_scripted_${turn}`,
    type: "message",
    role: "assistant",
    model,
    content: [...said, ...used],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_input_tokens: tokens.cacheRead ?? 0,
      cache_creation_input_tokens: tokens.cacheWrite ?? 0,
    },
  };
}

const emptied = (block: Json) => (block.type === "text" ? { ...block, text: "" } : { ...block, input: {} });

function deltaOf(block: Json, { calls }: Answer) {
  if (block.type === "text") return { type: "text_delta", text: block.text };
  const call = calls.find(({ id }) => id === block.id);
  return { type: "input_json_delta", partial_json: call ? argumentsOf(call) : "" };
}
