import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Desk, serveHttp } from "../../src/mcp/index.ts";
import { airworthy } from "../cli/harness.ts";
import { type Person, person } from "../hooks/stage.ts";
import { overHttp } from "./clients.ts";

const token = "a-token-that-is-long-enough";

async function serving(who: Person, more: { sameMachine?: boolean; names?: readonly string[] } = {}) {
  const stack = new AsyncDisposableStack();
  const { sameMachine = true, names = [] } = more;
  const desk = stack.use(new Desk({ environment: who.environment, prompt: "p@1", version: "0", sameMachine }));
  const errors: string[] = [];
  const onError = (text: string) => errors.push(text);
  const service = stack.use(await serveHttp(desk, { host: "127.0.0.1", port: 0, token, names, onError }));
  return { url: service.url, errors, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const prescribe = { name: "prescribe", arguments: { shell: "helm uninstall web" } };

for (const era of ["legacy", "modern"] as const) {
  test(`Over HTTP the calls of a ${era} client belong together, and say where they came from.`, async () => {
    await using who = await person();
    await using service = await serving(who);
    await using one = await overHttp(service.url, token, era);
    for (const _ of [1, 2]) assert.notEqual((await one.client.callTool(prescribe)).isError, true);
    await using named = await overHttp(service.url, token, era, { "airworthy-session": "incident-9" });
    await named.client.callTool(prescribe);
    const entries = await who.entries("prescription");
    const [first, second, third] = entries.map(({ session }) => session);
    assert.equal(first, second);
    assert.equal(third, "incident-9");
    assert.deepEqual(entries[0]?.actor, { kind: "agent", id: "tester", version: "1.2.3", prompt: "p@1" });
  });
}

test("Two clients that hold sessions at the same time do not share one.", async () => {
  await using who = await person();
  await using service = await serving(who);
  await using one = await overHttp(service.url, token, "legacy");
  await using other = await overHttp(service.url, token, "legacy");
  await Promise.all([one.client.callTool(prescribe), other.client.callTool(prescribe)]);
  const sessions = (await who.entries("prescription")).map(({ session }) => session);
  assert.equal(new Set(sessions).size, 2);
});

/** A request as a browser or a stranger would send it. */
async function knock(url: string, headers: Record<string, string>, body = "{}"): Promise<number> {
  const sent = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } });
  sent.end(body);
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

test("Only who brings the token is served, and no page of another site.", async () => {
  await using who = await person();
  await using service = await serving(who, { names: ["recorder.example"] });
  const authorization = `Bearer ${token}`;
  assert.equal(await knock(service.url, {}), 401);
  assert.equal(await knock(service.url, { authorization: `Bearer ${token}x` }), 401);
  assert.equal(await knock(service.url, { authorization: `Basic ${token}` }), 401);
  assert.equal(await knock(service.url, { authorization, host: "evil.example" }), 403);
  assert.equal(await knock(service.url, { authorization, origin: "http://evil.example" }), 403);
  assert.equal(await knock(service.url, { authorization, origin: "null" }), 403);
  assert.equal(await knock(service.url.replace("/mcp", "/other"), { authorization }), 404);
  // What is let in is then told that it is no message.
  assert.equal(await knock(service.url, { authorization, host: "recorder.example" }), 400);
  assert.equal(await knock(service.url, { authorization, origin: "http://localhost:3000" }), 400);
});

test("For a client on another machine nothing is looked up on this one.", async () => {
  await using who = await person();
  const secret = join(who.home, "manifest.yaml");
  await who.write(secret, "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: only-here\n");
  const asked = { name: "prescribe", arguments: { command: ["kubectl", "apply", "-f", secret] } };
  {
    await using service = await serving(who);
    await using near = await overHttp(service.url, token, "modern");
    await near.client.callTool(asked);
  }
  await using service = await serving(who, { sameMachine: false });
  await using far = await overHttp(service.url, token, "modern");
  await far.client.callTool(asked);
  const [here, elsewhere] = await who.entries("prescription");
  assert.deepEqual([here?.data.targets.map(({ name }) => name), here?.data.artifacts.length], [["only-here"], 1]);
  assert.deepEqual(elsewhere?.data.artifacts, []);
  assert.match(elsewhere?.data.risk.unknown.join("\n") ?? "", /on another machine/);
});

test("Where others can reach it, it does not start without a token.", async () => {
  await using who = await person();
  const { exitCode, stderr } = await airworthy(["mcp", "--http", "0.0.0.0:0"], { env: who.environment });
  assert.equal(exitCode, 1);
  assert.match(stderr, /others can reach this address, and no token was given/);
  const weak = await airworthy(["mcp", "--http", "0"], { env: { ...who.environment, AIRWORTHY_MCP_TOKEN: "short" } });
  assert.match(weak.stderr, /AIRWORTHY_MCP_TOKEN: expected at least 16/);
});

test("On this machine a token is made once, for its owner alone, and the address is told.", async () => {
  await using who = await person();
  const program = fileURLToPath(new URL("../../bin/airworthy.cjs", import.meta.url));
  const child = spawn(process.execPath, [program, "mcp", "--http", "0"], {
    env: who.environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const [line] = (await once(createInterface(child.stderr), "line")) as [string];
  const [, url = "", file = ""] = /^serving (\S+); the token is in (\S+)$/.exec(line) ?? [];
  assert.equal(file, join(who.home, ".local", "share", "airworthy", "mcp-token"), line);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const { readFile } = await import("node:fs/promises");
  await using connected = await overHttp(url, (await readFile(file, "utf8")).trim(), "modern");
  assert.equal((await connected.client.listTools()).tools.length, 7);
  child.kill("SIGTERM");
  assert.deepEqual(await exited, [0, null]);
});
