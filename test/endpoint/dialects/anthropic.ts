import { type Dialect, events, type Json, list, textOf } from "../dialect.ts";
import { type Answer, turnAfter } from "../script.ts";

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
    const { content, ...message } = messageOf(answer, body);
    const blocks = list(content).flatMap((block, index) => [
      { type: "content_block_start", index, content_block: emptied(block) },
      { type: "content_block_delta", index, delta: deltaOf(block) },
      { type: "content_block_stop", index },
    ]);
    return events(
      [
        { type: "message_start", message: { ...message, content: [], stop_reason: null } },
        ...blocks,
        { type: "message_delta", delta: { stop_reason: message.stop_reason }, usage: { output_tokens: 1 } },
        { type: "message_stop" },
      ],
      true,
    );
  },
  whole: messageOf,
};

function messageOf({ turn, text, calls }: Answer, { model }: Json) {
  const said = text === undefined ? [] : [{ type: "text", text }];
  const used = calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  return {
    id: `msg_scripted_${turn}`,
    type: "message",
    role: "assistant",
    model,
    content: [...said, ...used],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

const emptied = (block: Json) => (block.type === "text" ? { ...block, text: "" } : { ...block, input: {} });

const deltaOf = (block: Json) =>
  block.type === "text"
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
