import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { until } from "../../process/index.ts";
import { startEndpoint } from "../endpoint/index.ts";
import { type Family, type ModelProxy, openProxy, type Passed, troubleIn } from "./index.ts";

const key = "sk-the-key-that-stays-outside";
const families = ["anthropic", "openai", "google"] as const;
const endpointsAt = (url: string) =>
  families.map((family) => ({ family, url: `${url}${family === "google" ? "/v1beta" : "/v1"}`, key }));

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks as a program in a sandbox would, over the socket. */
async function ask({ socket }: ModelProxy, path: string, { method = "POST", headers = {}, body }: Ask = {}) {
  const asked = request({ socketPath: socket, method, path, headers: { host: "127.0.0.1:8410", ...headers } });
  asked.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** A provider that does as the test wants. */
async function provider(serve: (from: IncomingMessage, to: ServerResponse) => void) {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const soon = async (done: () => boolean) =>
  assert.ok(await until(async () => done(), { deadlineMs: 60_000, everyMs: 5 }));

const passed = (proxy: ModelProxy) => proxy.record().filter((line): line is Passed => line.kind === "request");
const attempts = (proxy: ModelProxy) => proxy.record().filter(({ kind }) => kind === "attempt");

const tokens = { input: 100, output: 20, cacheRead: 30, cacheWrite: 7, reasoning: 5 };
const asked: readonly [Family, path: string, header: string, body: object][] = [
  ["anthropic", "/anthropic/v1/messages?beta=true", "x-api-key", { messages: [], tools: [{ name: "Bash" }] }],
  ["openai", "/openai/v1/responses", "authorization", { input: [], tools: [{ type: "function", name: "x" }] }],
  [
    "openai",
    "/openai/v1/chat/completions",
    "authorization",
    { tools: [{ type: "function", function: { name: "x" } }] },
  ],
  [
    "google",
    "/google/v1beta/models/m:streamGenerateContent?alt=sse&key=mine",
    "x-goog-api-key",
    { contents: [], tools: [{ functionDeclarations: [{ name: "x" }] }] },
  ],
];

for (const [family, path, header, more] of asked) {
  test(`${path.split("?")[0]}: the key is added outside, the client's own is not passed on, and tokens are counted.`, async () => {
    await using endpoint = await startEndpoint([{ say: "hello", tokens }]);
    await using proxy = await openProxy(endpointsAt(endpoint.url));
    const own = { authorization: "Bearer mine", "x-api-key": "mine", "x-goog-api-key": "mine", cookie: "mine" };
    const body = { model: "m", stream: true, ...more };
    const answer = await ask(proxy, path, { headers: own, body });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /hello/);
    const [exchange] = endpoint.exchanges;
    assert.equal(String(exchange?.headers[header]).replace("Bearer ", ""), key);
    assert.ok(!JSON.stringify(exchange?.headers).includes("mine"), "nothing of the client's own");
    const [line] = passed(proxy);
    assert.deepEqual([line?.family, line?.model, line?.status, line?.asks], [family, "m", 200, true]);
    const counted = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 30 };
    for (const [field, value] of Object.entries(counted)) assert.equal(line?.[field as keyof Passed], value, field);
    assert.equal(line?.cacheWriteTokens, family === "anthropic" ? 7 : undefined, "unknown is not zero");
    assert.equal(line?.reasoningTokens, family === "anthropic" ? undefined : 5);
    assert.equal(line?.responseBytes, Buffer.byteLength(answer.text));
    assert.ok(!JSON.stringify(proxy.record()).includes(key), "the record is without the key");
  });
}

test("A stream comes through piece by piece, as it is sent.", async () => {
  const more = Promise.withResolvers<void>();
  await using upstream = await provider(async (_, to) => {
    to.writeHead(200, { "content-type": "text/event-stream", "set-cookie": "account", "openai-organization": "org" });
    to.write("data: one\n\n");
    await more.promise;
    to.end("data: two\n\n");
  });
  await using proxy = await openProxy(endpointsAt(upstream.url));
  const question = request({ socketPath: proxy.socket, method: "POST", path: "/openai/v1/responses" });
  question.end("{}");
  const [answer] = (await once(question, "response")) as [IncomingMessage];
  const [first] = (await once(answer, "data")) as [Buffer];
  assert.equal(first.toString(), "data: one\n\n", "before the second is even sent");
  assert.deepEqual([answer.headers["set-cookie"], answer.headers["openai-organization"]], [undefined, undefined]);
  more.resolve();
  assert.equal(await text(answer), "data: two\n\n");
});

test("Everything else is refused with the reason, and is an attempt in the record.", async () => {
  let reached = 0;
  await using upstream = await provider((_, to) => {
    reached += 1;
    to.end("{}");
  });
  await using proxy = await openProxy(endpointsAt(upstream.url).slice(0, 2));
  const tries: readonly [path: string, Ask, status: number, reason: RegExp][] = [
    ["http://example.com/v1/messages", {}, 403, /other hosts are not reached/],
    ["/anthropic/v1/files", {}, 403, /nothing of anthropic's that is let through/],
    ["/anthropic/v1/messages/batches", {}, 403, /nothing of anthropic's/],
    ["/anthropic/v1/messages/../files", {}, 403, /nothing of anthropic's/],
    ["/anthropic/v1/messages%2f..%2ffiles", {}, 403, /nothing of anthropic's/],
    ["/anthropic/v1/messages", { method: "DELETE" }, 403, /not with this method/],
    ["/openai/v1/files/x/content", { method: "GET" }, 403, /nothing of openai's/],
    ["/google/v1beta/models/m:generateContent", {}, 403, /no such endpoint; there are: \/anthropic\/, \/openai\//],
    ["/v1/messages", {}, 403, /no such endpoint/],
    ["/anthropic/v1/messages", { body: "no JSON" }, 400, /expected an object in JSON/],
    ["/anthropic/v1/messages", { body: {}, headers: { "content-encoding": "gzip" } }, 415, /not compressed/],
  ];
  for (const [path, how, status, reason] of tries) {
    const answer = await ask(proxy, path, how);
    assert.equal(answer.status, status, path);
    assert.match(JSON.parse(answer.text).error.message, reason);
  }
  assert.deepEqual([attempts(proxy).length, passed(proxy).length, reached], [tries.length, 0, 0]);
});

test("No tunnel, no other protocol, and nothing that is no HTTP.", async () => {
  await using proxy = await openProxy(endpointsAt("http://127.0.0.1:9"));
  for (const [said, answered] of [
    ["CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n", /^HTTP\/1\.1 403 /],
    [
      "GET /anthropic/v1/models HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      /^HTTP\/1\.1 403 /,
    ],
    ["\x16\x03\x01 hello, TLS\r\n\r\n", /^$/],
  ] as const) {
    const way = connect(proxy.socket);
    way.write(said);
    assert.match(await text(way), answered);
  }
  assert.deepEqual(
    attempts(proxy).map((line) => ("because" in line ? `${line.method} ${line.target} ${line.because}` : "")),
    [
      "CONNECT example.com:443 no tunnels: other hosts are not reached through it",
      "GET /anthropic/v1/models no upgrade to another protocol",
      "  no HTTP: HPE_INVALID_METHOD",
    ],
  );
});

test("A provider is not made to reach out in an agent's place.", async () => {
  let reached = 0;
  await using upstream = await provider((_, to) => {
    reached += 1;
    to.end("{}");
  });
  await using proxy = await openProxy(endpointsAt(upstream.url));
  const image = (url: string) => ({ role: "user", content: [{ type: "image_url", image_url: { url } }] });
  const no: readonly [path: string, body: object][] = [
    ["/anthropic/v1/messages", { tools: [{ type: "web_search_20250305", name: "web_search" }] }],
    ["/anthropic/v1/messages", { mcp_servers: [{ type: "url", url: "https://example.com" }] }],
    [
      "/anthropic/v1/messages",
      { messages: [{ content: [{ type: "image", source: { type: "url", url: "http://x" } }] }] },
    ],
    ["/openai/v1/responses", { tools: [{ type: "web_search" }] }],
    ["/openai/v1/responses", { tools: [{ type: "namespace", name: "n", tools: [{ type: "web_search" }] }] }],
    ["/openai/v1/responses", { input: [{ type: "additional_tools", tools: [{ type: "web_search" }] }] }],
    ["/openai/v1/responses", { tools: [{ type: "mcp", server_url: "https://example.com" }] }],
    ["/openai/v1/chat/completions", { web_search_options: {} }],
    ["/openai/v1/chat/completions", { messages: [image("https://example.com/?secret")] }],
    ["/google/v1beta/models/m:generateContent", { tools: [{ googleSearch: {} }] }],
    ["/google/v1beta/models/m:generateContent", { contents: [{ parts: [{ fileData: { fileUri: "https://x" } }] }] }],
  ];
  for (const [path, body] of no) {
    const answer = await ask(proxy, path, { body });
    assert.equal(answer.status, 403, JSON.stringify(body));
    assert.match(answer.text, /would reach out by itself/);
  }
  assert.deepEqual([reached, attempts(proxy).length], [0, no.length]);
  const fine = [image("data:image/png;base64,AAAA")];
  assert.equal((await ask(proxy, "/openai/v1/chat/completions", { body: { messages: fine } })).status, 200);
});

test("A flood is held off, and is a number in the record.", async () => {
  const over = Promise.withResolvers<void>();
  await using upstream = await provider(async (_, to) => {
    await over.promise;
    to.end("{}");
  });
  const limits = { requests: 2, total: 4, attempts: 3, body: 1_000 };
  await using proxy = await openProxy(endpointsAt(upstream.url), limits);
  const path = "/anthropic/v1/messages";
  const [first, second] = [ask(proxy, path, { body: {} }), ask(proxy, path, { body: {} })];
  await soon(() => passed(proxy).length === 2);
  assert.match((await ask(proxy, path, { body: {} })).text, /more than 2 requests at once/);
  over.resolve();
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
  assert.equal((await ask(proxy, path, { body: { long: "x".repeat(1_000) } })).status, 413);
  assert.equal((await ask(proxy, path, { body: {} })).status, 200);
  assert.match((await ask(proxy, path, { body: {} })).text, /more than 4 requests/);
  for (let count = 0; count < 20; count++) await ask(proxy, "/elsewhere");
  assert.deepEqual([attempts(proxy).length, proxy.record().at(-1)], [3, { kind: "more attempts", count: 20 }]);
});

test("Once somebody says why not, no model is asked any more; models are still listed.", async () => {
  await using endpoint = await startEndpoint([{ say: "hello" }]);
  let why: string | undefined;
  await using proxy = await openProxy(endpointsAt(endpoint.url), { mayAsk: () => why });
  const body = { model: "m", messages: [], tools: [{ name: "Bash" }] };
  assert.equal((await ask(proxy, "/anthropic/v1/messages", { body })).status, 200);
  why = "enough";
  const answer = await ask(proxy, "/anthropic/v1/messages", { body });
  assert.deepEqual([answer.status, JSON.parse(answer.text).error.message], [429, "airworthy: enough"]);
  assert.equal((await ask(proxy, "/anthropic/v1/models", { method: "GET" })).status, 200);
  assert.equal(endpoint.exchanges.length, 1);
});

test("What a provider says about a key reaches the client without it.", async () => {
  await using upstream = await provider((from, to) => {
    to.writeHead(401, { "content-type": "application/json" });
    const message = `invalid x-api-key ${from.headers["x-api-key"]}`;
    to.end(JSON.stringify({ type: "error", error: { type: "authentication_error", message } }));
  });
  await using proxy = await openProxy(endpointsAt(upstream.url));
  const answer = await ask(proxy, "/anthropic/v1/messages", { body: {} });
  assert.deepEqual([answer.status, JSON.parse(answer.text).error.message], [401, "invalid x-api-key [key]"]);
  const { reason } = troubleIn(proxy.record()) ?? {};
  assert.equal(reason, "anthropic: 401 authentication_error: invalid x-api-key [key]");
});

test("A provider that is not there, one that breaks off and a client that leaves are each told.", async () => {
  await using nobody = await openProxy(endpointsAt("http://127.0.0.1:9"));
  const answer = await ask(nobody, "/openai/v1/responses", { body: {} });
  assert.equal(answer.status, 502);
  assert.match(troubleIn(nobody.record())?.reason ?? "", /^openai: ECONNREFUSED/);

  await using endpoint = await startEndpoint([{ say: "a long story", trouble: { is: "cut" } }]);
  await using proxy = await openProxy(endpointsAt(endpoint.url));
  const body = { stream: true, tools: [{ type: "function", name: "x" }], input: [] };
  await assert.rejects(ask(proxy, "/openai/v1/responses", { body }));
  const [cut] = passed(proxy);
  assert.deepEqual([cut?.status, cut?.by], [200, "provider"]);

  await using silent = await startEndpoint([{ say: "", trouble: { is: "silence" } }]);
  await using waiting = await openProxy(endpointsAt(silent.url));
  const asked = request({ socketPath: waiting.socket, method: "POST", path: "/openai/v1/responses" });
  asked.on("error", () => {}).end(JSON.stringify(body));
  await soon(() => passed(waiting).length > 0);
  asked.destroy();
  await soon(() => passed(waiting)[0]?.by !== undefined);
  assert.equal(passed(waiting)[0]?.by, "client");
});
