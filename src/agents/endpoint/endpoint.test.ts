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
  const later = { model: "m", input: [{ type: "additional_tools", tools }] };
  const told = JSON.parse(await ask(endpoint.url, "/v1/responses", later));
  assert.equal(told.output[0].name, "exec_command", "tools are known that are told in the conversation");
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

const shellOnly = { model: "m", tools: [{ name: "Bash" }], messages: [] };
const post = (url: string, body: object) => fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });

test("Trouble comes as often as the script says, then the turn is played.", async () => {
  await using endpoint = await startEndpoint([{ say: "at last", trouble: { is: 529, times: 2 } }]);
  for (const expected of [529, 529, 200]) {
    const response = await post(endpoint.url, shellOnly);
    assert.equal(response.status, expected);
    assert.match(await response.text(), expected === 200 ? /at last/ : /overloaded_error.*scripted trouble 529/);
  }
  assert.equal(endpoint.exchanges.length, 1, "what went wrong was no answer");
});

test("An answer that breaks off begins well and has no end.", async () => {
  await using endpoint = await startEndpoint([{ say: "a long story", trouble: { is: "cut", times: 1 } }]);
  const response = await post(endpoint.url, { ...shellOnly, stream: true });
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  assert.match(await (await post(endpoint.url, { ...shellOnly, stream: true })).text(), /message_stop/);
});

test("Malformed calls are sent as such: of no tool there is, or with half of their arguments.", async () => {
  await using endpoint = await startEndpoint([{ calls: [{ malformed: "tool" }, { malformed: "arguments" }] }]);
  const events = eventsIn(await ask(endpoint.url, "/v1/messages", { ...shellOnly, stream: true }));
  const of = (type: string) => events.filter((event) => event.type === type);
  assert.deepEqual(
    of("content_block_start").map(({ content_block }) => (content_block as { name: string }).name),
    ["no_such_tool", "Bash"],
  );
  const sent = of("content_block_delta").map(({ delta }) => (delta as { partial_json: string }).partial_json);
  assert.throws(() => JSON.parse(sent[1] ?? ""));
});

test("What an earlier call brought is given to a later one.", async () => {
  const report = { server: "airworthy", tool: "report", input: { of: { found: "prescription (\\w+)" }, ok: true } };
  await using endpoint = await startEndpoint([{ calls: [report] }]);
  const tools = [{ name: "mcp__airworthy__report" }];
  const messages = [{ role: "user", content: "prescription A1, then prescription B2" }];
  const { content } = JSON.parse(await ask(endpoint.url, "/v1/messages", { model: "m", tools, messages }));
  assert.deepEqual(content[0].input, { of: "B2", ok: true });
  const before = await post(endpoint.url, { model: "m", tools, messages: [] });
  assert.equal(before.status, 400, "nothing was found yet");
});

test("A file is made by a patch where an agent has nothing else, with or without an end of its last line.", async () => {
  for (const content of ["one\ntwo\n", "one\ntwo"]) {
    await using endpoint = await startEndpoint([{ calls: [{ write: "/tmp/x", content }] }]);
    const tools = [{ type: "custom", name: "apply_patch" }];
    const { output } = JSON.parse(await ask(endpoint.url, "/v1/responses", { model: "m", tools, input: [] }));
    assert.equal(output[0].input, "*** Begin Patch\n*** Add File: /tmp/x\n+one\n+two\n*** End Patch\n");
  }
});
