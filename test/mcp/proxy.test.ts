import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Person, person } from "../hooks/stage.ts";
import { overStdio } from "./clients.ts";

const fixture = fileURLToPath(new URL("./fixtures/server.ts", import.meta.url));
const program = fileURLToPath(new URL("../../bin/airworthy.cjs", import.meta.url));

const deeds = (who: Person) => join(who.directory, "deeds");
const command = (who: Person, ...options: readonly string[]) => [
  ...["mcp", "proxy", "--name", "kubernetes", ...options],
  ...["--", process.execPath, fixture, deeds(who)],
];
const done = (who: Person) => readFile(deeds(who), "utf8").catch(() => "");

for (const era of ["legacy", "modern"] as const) {
  test(`Calls of a ${era} client are on record with what they come to, before the server has them.`, async () => {
    await using who = await person();
    await using connected = await overStdio(who, command(who), era, "an-agent");
    const { client } = connected;
    assert.equal(client.getServerVersion()?.name, "fixture", "the server itself answers");
    await client.listTools();
    const manifest = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n";
    await client.callTool({ name: "pods_delete", arguments: { name: "web-1", namespace: "prod" } });
    await client.callTool({ name: "resources_create_or_update", arguments: { resource: manifest } });
    await client.callTool({ name: "look", arguments: {} });
    await client.callTool({ name: "mystery", arguments: { size: 1 } });

    const prescriptions = await who.entries("prescription");
    const reports = await who.entries("report");
    assert.deepEqual(
      prescriptions.map(({ data }) => [data.tool, data.operation, data.class]),
      [
        ["kubectl", "delete", "destroy"],
        ["kubectl", "apply", "mutate"],
        ["kubernetes", "look", "unknown"],
        ["kubernetes", "mystery", "unknown"],
      ],
    );
    assert.deepEqual(
      prescriptions
        .slice(0, 2)
        .map(({ data }) => data.targets.map(({ kind, name, namespace }) => [kind, name, namespace])),
      [[["Pod", "web-1", "prod"]], [["Namespace", "shop", undefined]]],
    );
    assert.match(prescriptions[0]?.data.intent ?? "", /pods_delete of kubernetes, written as the command/);
    assert.match(prescriptions[2]?.data.intent ?? "", /kubernetes says of look that it only reads/);
    assert.deepEqual(
      reports.map(({ data }) => data.verdict),
      ["success", "failure", "success", "success"],
    );
    for (const [index, { id, sequence, actor, capture }] of prescriptions.entries()) {
      assert.equal(reports[index]?.data.prescription, id);
      assert.ok(sequence < (reports[index]?.sequence ?? 0));
      assert.deepEqual([actor.id, actor.version], ["an-agent", "1.2.3"]);
      assert.deepEqual([capture.channel, capture.through], ["mcp-proxy", "kubernetes"]);
    }
    assert.equal(new Set(prescriptions.map(({ session }) => session)).size, 1);
  });
}

test("With --only-changes what only reads is not recorded, by what is known or by the server's word.", async () => {
  await using who = await person();
  await using connected = await overStdio(who, command(who, "--only-changes"), "legacy");
  const { client } = connected;
  await client.listTools();
  for (const name of ["look", "pods_delete"]) await client.callTool({ name, arguments: { name: "x", namespace: "y" } });
  assert.deepEqual(
    (await who.entries("prescription")).map(({ data }) => data.operation),
    ["delete"],
  );
});

test("Progress, cancellation, questions to the client and large answers pass as if nobody were between.", async () => {
  await using who = await person();
  await using connected = await overStdio(who, command(who), "legacy");
  const { client } = connected;
  const large = await client.callTool({ name: "mystery", arguments: { size: 3_000_000 } });
  assert.equal((large.content as { text: string }[])[0]?.text.length, 3_000_000);

  client.setRequestHandler("sampling/createMessage", async () => ({
    model: "model-9",
    role: "assistant" as const,
    content: { type: "text" as const, text: "well enough" },
  }));
  const asked = await client.callTool({ name: "ask", arguments: {} });
  assert.match(JSON.stringify(asked.content), /well enough/);

  const stop = new AbortController();
  const progress: number[] = [];
  const slow = client.callTool(
    { name: "slow", arguments: {} },
    {
      signal: stop.signal,
      onprogress: ({ progress: at }) => {
        progress.push(at);
        stop.abort("enough");
      },
    },
  );
  await assert.rejects(slow);
  assert.deepEqual(progress, [1]);
  for (let tries = 0; !(await done(who)).includes("cancelled") && tries < 200; tries += 1) await client.listTools();
  assert.match(await done(who), /cancelled/, "the server heard of it");
});

/** Lines out and lines in, for what a well-behaved client would not send. */
async function rawProxy(who: Person, ...options: readonly string[]) {
  const child = spawn(process.execPath, [program, ...command(who, ...options)], {
    env: who.environment,
    cwd: who.directory,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
  const say = (line: string) => child.stdin.write(`${line}\n`);
  return { child, exited, say, hear: async () => (await lines.next()).value as string };
}

const initialize = {
  jsonrpc: "2.0",
  id: "first",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const callOf = (id: unknown, name: string, args: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

test("Unknown methods, odd ids and what is no message at all reach the server as they are.", async () => {
  await using who = await person();
  const { say, hear, child, exited } = await rawProxy(who);
  say(JSON.stringify(initialize));
  assert.equal(JSON.parse(await hear()).id, "first");
  say(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  say("this is no JSON");
  say('{"jsonrpc":"2.0","id":"1","method":"no/such/method","params":{"a":[1,2,{"b":"\\u00e4 \\ud83d\\ude00"}]}}');
  const unknown = JSON.parse(await hear());
  assert.deepEqual([unknown.id, unknown.error.code], ["1", -32_601]);
  say(JSON.stringify(callOf(1, "pods_delete", { name: "one" })));
  say(JSON.stringify(callOf("1", "pods_delete", { name: "two" })));
  const answers = [JSON.parse(await hear()), JSON.parse(await hear())];
  assert.deepEqual(answers.map(({ id }) => id).sort(), [1, "1"]);
  child.stdin.end();
  assert.deepEqual(await exited, [0, null]);
  const [one, two] = await who.entries("prescription");
  const reports = await who.entries("report");
  assert.deepEqual(new Set(reports.map(({ data }) => data.prescription)), new Set([one?.id, two?.id]));
  const states = (await who.entries("coverage")).map(({ data }) => data.state);
  assert.deepEqual(states, ["open", "closed"]);
});

test("A server that dies leaves its open call recorded as lost, and its exit code is the proxy's.", async () => {
  await using who = await person();
  const { say, hear, exited } = await rawProxy(who);
  say(JSON.stringify(initialize));
  await hear();
  say(JSON.stringify(callOf(5, "die", {})));
  assert.deepEqual(await exited, [9, null]);
  const [report] = await who.entries("report");
  assert.deepEqual([report?.data.verdict, report?.data.error?.kind], ["error", "lost"]);
});

test("A call with an error of the protocol is recorded as an error.", async () => {
  await using who = await person();
  const { say, hear, child, exited } = await rawProxy(who);
  say(JSON.stringify(initialize));
  await hear();
  say(JSON.stringify(callOf(5, "no_such_tool", {})));
  const answer = JSON.parse(await hear());
  child.stdin.end();
  await exited;
  const [report] = await who.entries("report");
  const expected = answer.error ? "error" : "failure";
  assert.equal(report?.data.verdict, expected);
});

test("A call that cannot be recorded does not reach the server, unless that is wanted.", async () => {
  for (const [onFailure, expected] of [
    ["block", ""],
    ["pass", "deleted web\n"],
  ] as const) {
    await using who = await person();
    const recorder = await who.recorder();
    const { say, hear, child, exited } = await rawProxy(who, "--socket", recorder.socket, "--on-failure", onFailure);
    say(JSON.stringify(initialize));
    await hear();
    // The recorder was there when the proxy began, and then it ends.
    await recorder[Symbol.asyncDispose]();
    say(JSON.stringify(callOf(5, "pods_delete", { name: "web" })));
    const answer = JSON.parse(await hear());
    assert.equal(answer.id, 5);
    if (onFailure === "block") assert.match(answer.error.message, /airworthy could not record it/);
    else assert.ok(answer.result);
    assert.equal(await done(who), expected);
    child.stdin.end();
    await exited;
  }
});
