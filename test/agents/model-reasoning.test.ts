import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { models } from "../../src/agents/index.ts";
import { setScene, skip } from "../sandbox/scene.ts";
import { key, type Provider, settingsFor, told } from "./model-stage.ts";

type Json = Record<string, unknown>;

/** A provider that answers the first request with these events, and every other with those; it keeps what it was asked. */
async function provider(stack: AsyncDisposableStack, first: readonly Json[], others: readonly Json[]) {
  const asked: Json[] = [];
  const server = createServer(async (request, response) => {
    asked.push((await json(request)) as Json);
    const events = asked.length === 1 ? first : others;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  stack.defer(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function play(family: Provider, first: readonly Json[], others: readonly Json[]) {
  await using stack = new AsyncDisposableStack();
  const { url, asked } = await provider(stack, first, others);
  const scene = stack.use(await setScene());
  const home = stack.use(await scene.open());
  const settings = settingsFor({ url }, family, { models: [{ name: "o4-mini", reasoning: "low" }] });
  const { modelAgent } = await models();
  const agent = await modelAgent("scripted/o4-mini", { settings, env: { SCRIPTED_KEY: key } });
  const acted = await agent.act({ home, instruction: "Think.", limit: 60 }, new AbortController().signal);
  return { acted, asked };
}

const done = { outcome: "done", reason: "thought through" };

test("What Claude thought is in the trajectory, and is sent back to it with its signature.", { skip }, async () => {
  const start = { id: "m", type: "message", role: "assistant", model: "claude", content: [], stop_reason: null };
  const begun = { type: "message_start", message: { ...start, usage: { input_tokens: 5, output_tokens: 1 } } };
  const block = (index: number, content_block: Json, ...deltas: readonly Json[]) => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  const call = (index: number, id: string, name: string, input: object) =>
    block(
      index,
      { type: "tool_use", id, name, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
    );
  const ended = [
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];
  const thinking = block(
    0,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "The port may be wrong." },
    { type: "signature_delta", signature: "c2lnbmVk" },
  );
  const { acted, asked } = await play(
    "anthropic",
    [begun, ...thinking, ...call(1, "toolu_1", "bash", { command: "echo looked" }), ...ended],
    [begun, ...call(0, "toolu_2", "finish", done), ...ended],
  );
  assert.equal(acted.how, "done", `${acted.reason}\n${acted.output}`);
  assert.equal(acted.deeds?.[1]?.reasoning_content, "The port may be wrong.");
  assert.deepEqual(told(acted)[0], ["bash", "looked"]);
  const [, said] = asked[1]?.messages as { content: Json[] }[];
  const back = said?.content.find(({ type }) => type === "thinking");
  assert.deepEqual([back?.thinking, back?.signature], ["The port may be wrong.", "c2lnbmVk"]);
});

test("What OpenAI's models thought stays encrypted, is not stored there, and is sent back.", { skip }, async () => {
  const head = { id: "resp_1", object: "response", created_at: 0, model: "o4-mini", output: [] };
  const usage = { input_tokens: 5, output_tokens: 9, output_tokens_details: { reasoning_tokens: 4 } };
  const item = (index: number, each: Json) => [
    { type: "response.output_item.added", output_index: index, item: each },
    { type: "response.output_item.done", output_index: index, item: each },
  ];
  const call = (id: string, name: string, input: object) => ({
    ...{
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: "completed",
    },
  });
  const whole = (...items: readonly Json[]) => [
    { type: "response.created", response: { ...head, status: "in_progress" } },
    ...items.flatMap((each, index) => item(index, each)),
    { type: "response.completed", response: { ...head, status: "completed", usage } },
  ];
  const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "ZW5jcnlwdGVk" };
  const { acted, asked } = await play(
    "openai",
    whole(thought, call("call_1", "bash", { command: "echo looked" })),
    whole(call("call_2", "finish", done)),
  );
  assert.equal(acted.how, "done", `${acted.reason}\n${acted.output}`);
  assert.equal(acted.usage?.reasoningTokens, 8);
  assert.deepEqual([asked[0]?.store, asked[0]?.include], [false, ["reasoning.encrypted_content"]]);
  assert.equal((asked[0]?.reasoning as Json).effort, "low");
  const back = (asked[1]?.input as Json[]).find(({ type }) => type === "reasoning");
  assert.equal(back?.encrypted_content, "ZW5jcnlwdGVk");
});
