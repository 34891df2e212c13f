import assert from "node:assert/strict";
import { test } from "node:test";
import { startEndpoint, type Turn } from "./index.ts";

const turns: readonly Turn[] = [
  { calls: [{ shell: "ls" }, { server: "k8s", tool: "pods_delete", input: { name: "x" } }] },
  { say: "done" },
];

async function ask(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
  assert.equal(response.status, 200, await response.clone().text());
  return await response.text();
}

/** The JSON of every event of a stream. */
const eventsIn = (text: string) =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);

test("Anthropic's dialect: calls by the names of the agent's tools, then the end.", async () => {
  await using endpoint = await startEndpoint(turns);
  const tools = [{ name: "Bash" }, { name: "mcp__k8s__pods_delete" }];
  const first = eventsIn(
    await ask(endpoint.url, "/v1/messages?beta=true", { model: "m", stream: true, tools, messages: [] }),
  );
  const blocks = first
    .filter(({ type }) => type === "content_block_start")
    .map(({ content_block }) => content_block as { id: string; name: string });
  assert.deepEqual(
    blocks.map(({ id, name }) => [id, name]),
    [
      ["call_0_0", "Bash"],
      ["call_0_1", "mcp__k8s__pods_delete"],
    ],
  );
  const messages = [{ role: "user", content: [{ type: "tool_result", tool_use_id: "call_0_0" }] }];
  const second = JSON.parse(await ask(endpoint.url, "/v1/messages", { model: "m", tools, messages }));
  assert.deepEqual([second.content, second.stop_reason], [[{ type: "text", text: "done" }], "end_turn"]);
});

test("OpenAI's two dialects.", async () => {
  await using endpoint = await startEndpoint(turns);
  const tools = [
    { type: "function", name: "exec_command" },
    { type: "namespace", name: "mcp__k8s", tools: [{ name: "pods_delete" }] },
  ];
  const streamed = eventsIn(await ask(endpoint.url, "/v1/responses", { model: "m", stream: true, tools, input: [] }));
  const done = streamed
    .filter(({ type }) => type === "response.output_item.done")
    .map(({ item }) => item as Record<string, string>);
  assert.deepEqual(
    done.map(({ name, namespace, arguments: args }) => [name, namespace, args]),
    [
      ["exec_command", undefined, '{"cmd":"ls"}'],
      ["pods_delete", "mcp__k8s", '{"name":"x"}'],
    ],
  );
  const named = [{ function: { name: "bash" } }, { function: { name: "k8s_pods_delete" } }];
  const chat = JSON.parse(await ask(endpoint.url, "/v1/chat/completions", { model: "m", tools: named, messages: [] }));
  assert.equal(chat.choices[0].message.tool_calls[1].function.name, "k8s_pods_delete");
  const over = [{ role: "tool", tool_call_id: "call_0_1" }];
  const end = await ask(endpoint.url, "/v1/chat/completions", {
    model: "m",
    stream: true,
    tools: named,
    messages: over,
  });
  assert.match(end, /"content":"done"/);
  assert.match(end, /data: \[DONE\]\n\n$/);
});

test("Gemini's dialect counts calls, since its agent gives ids of its own.", async () => {
  await using endpoint = await startEndpoint(turns);
  const tools = [{ functionDeclarations: [{ name: "run_shell_command" }, { name: "mcp_k8s_pods_delete" }] }];
  const path = "/v1beta/models/m:streamGenerateContent?alt=sse";
  const [first] = eventsIn(await ask(endpoint.url, path, { tools, contents: [] }));
  assert.match(JSON.stringify(first), /run_shell_command.*mcp_k8s_pods_delete/);
  const contents = [{ role: "model", parts: [{ functionCall: { id: "own" } }] }];
  const [second] = eventsIn(await ask(endpoint.url, path, { tools, contents }));
  assert.match(JSON.stringify(second), /"text":"done"/);
});

test("A question on the side takes no turn, and a tool that is not offered is told, not invented.", async () => {
  await using endpoint = await startEndpoint(turns);
  const title = JSON.parse(await ask(endpoint.url, "/v1/messages", { model: "m", messages: [] }));
  assert.equal(title.content[0].text, "ok");
  assert.deepEqual(endpoint.exchanges, []);
  const body = JSON.stringify({ model: "m", tools: [{ name: "Read" }], messages: [] });
  const response = await fetch(`${endpoint.url}/v1/messages`, { method: "POST", body });
  assert.equal(response.status, 400);
  assert.deepEqual(endpoint.failures, ['no tool for {"shell":"ls"} among Read']);
});
