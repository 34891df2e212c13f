import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { type Person, person } from "../hooks/stage.ts";
import { overStdio } from "./clients.ts";

/** A call's answer as data; its failure as an exception would hide what a model reads. */
async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content as { type: string; text: string }[];
  return { isError, text: first?.text ?? "", data: structuredContent as Record<string, never> };
}

const deletion = ["kubectl", "--kubeconfig=/dev/null", "-n", "prod", "delete", "deployment", "web"];

for (const era of ["legacy", "modern"] as const) {
  describe(`The MCP server, asked by a ${era} client,`, () => {
    test("records what is prescribed, tells the risk, and takes one report.", async () => {
      await using who = await person();
      await using connected = await overStdio(who, ["mcp"], era, "careful-agent");
      const { client } = connected;
      const intent = "the new one is up";
      const prescribed = await call(client, "prescribe", { command: deletion, intent, model: "model-9" });
      assert.equal(prescribed.isError, false, prescribed.text);
      const { id, session, assessment } = prescribed.data as unknown as Prescribed;
      assert.equal(assessment.level, "critical");
      assert.deepEqual(
        assessment.targets.map(({ kind, name, namespace }) => [kind, name, namespace]),
        [["Deployment", "web", "prod"]],
      );
      assert.match(prescribed.text, /critical risk: kubectl delete/);

      const pending = await call(client, "pending", {});
      assert.deepEqual(
        (pending.data as unknown as { pending: { id: string }[] }).pending.map((each) => each.id),
        [id],
      );
      const wrong = await call(client, "report", { prescription: id, verdict: "success", exitCode: 1 });
      assert.equal(wrong.isError, true);
      assert.match(wrong.text, /^error VERDICT_MISMATCH: .*\nhint: /);
      const right = await call(client, "report", { prescription: id, verdict: "failure", exitCode: 1 });
      assert.equal(right.isError, false, right.text);
      const again = await call(client, "report", { prescription: id, verdict: "failure", exitCode: 1 });
      assert.deepEqual([again.isError, (again.data as unknown as Failed).error.code], [true, "ALREADY_REPORTED"]);

      const [entry] = await who.entries("prescription");
      assert.deepEqual(entry?.actor, {
        kind: "agent",
        id: "careful-agent",
        version: "1.2.3",
        model: "model-9",
        prompt: "airworthy-mcp@1.0.0",
      });
      assert.equal(entry?.session, session);
      assert.equal(entry?.data.intent, intent);
      assert.deepEqual([entry?.capture.channel, entry?.capture.through], ["mcp", "careful-agent"]);
      const [report] = await who.entries("report");
      assert.deepEqual([report?.data.prescription, report?.data.exitCode], [id, 1]);
    });

    test("keeps the calls of a connection together in one session, and another connection apart.", async () => {
      await using who = await person();
      const sessions: (string | undefined)[] = [];
      for (const _ of [1, 2]) {
        await using connected = await overStdio(who, ["mcp"], era);
        await call(connected.client, "prescribe", { shell: "helm uninstall web" });
        await call(connected.client, "prescribe", { shell: "helm uninstall api" });
        await call(connected.client, "prescribe", { shell: "helm uninstall db", session: "incident-7" });
      }
      for (const entry of await who.entries("prescription")) sessions.push(entry.session);
      const [first, second, third, fourth, fifth] = sessions;
      assert.equal(first, second);
      assert.equal(third, "incident-7");
      assert.equal(fourth, fifth);
      assert.notEqual(first, fourth);
    });

    test("records a refusal of something not yet prescribed, and explains risk without recording.", async () => {
      await using who = await person();
      await using connected = await overStdio(who, ["mcp"], era);
      const explained = await call(connected.client, "explain_risk", { command: deletion });
      assert.match(explained.text, /critical risk/);
      assert.deepEqual(await who.entries("prescription"), []);
      const refused = await call(connected.client, "decline", {
        command: deletion,
        trigger: "risk",
        reason: "it is production",
      });
      assert.equal(refused.isError, false, refused.text);
      const [report] = await who.entries("report");
      assert.deepEqual(report?.data.decline, { trigger: "risk", reason: "it is production" });
      const neither = await call(connected.client, "decline", { trigger: "risk", reason: "why" });
      assert.equal((neither.data as unknown as Failed).error.code, "INVALID_INPUT");
    });

    test("gives entries to read, by tool and as resources.", async () => {
      await using who = await person();
      await using connected = await overStdio(who, ["mcp"], era);
      const { client } = connected;
      const { data } = await call(client, "prescribe", { shell: "terraform destroy" });
      const { id } = data as unknown as Prescribed;
      const listed = await call(client, "entries", { type: "prescription" });
      const { entries } = listed.data as unknown as { entries: { entry: { id: string } }[] };
      assert.deepEqual(
        entries.map(({ entry }) => entry.id),
        [id],
      );
      const one = await call(client, "entry", { id });
      assert.equal((one.data as unknown as { entry: { id: string } }).entry.id, id);
      assert.equal((await call(client, "entry", { id: "nothing" })).isError, true);
      const read = await client.readResource({ uri: `airworthy://entry/${id}` });
      assert.equal(JSON.parse((read.contents[0] as { text: string }).text).entry.id, id);
      const note = await client.readResource({ uri: "airworthy://log/checkpoint" });
      assert.match((note.contents[0] as { text: string }).text, /^airworthy\/[^\n]*\n\d+\n/);
      await assert.rejects(client.readResource({ uri: "airworthy://entry/nothing" }));
    });
  });
}

interface Prescribed {
  readonly id: string;
  readonly session: string;
  readonly assessment: { level: string; targets: { kind: string; name: string; namespace?: string }[] };
}

interface Failed {
  readonly error: { code: string; message: string; hint?: string };
}

test("Agents are told how to use it, and every tool says what it takes, gives and does.", async () => {
  await using who = await person();
  await using connected = await overStdio(who, ["mcp"], "legacy");
  const { client } = connected;
  const told = client.getInstructions() ?? "";
  for (const rule of [
    /If `prescribe` fails, do not act/,
    /exactly once/,
    /call `decline`/,
    /not sure .* prescribe it/,
  ]) {
    assert.match(told, rule);
  }
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["prescribe", "report", "decline", "pending", "explain_risk", "entries", "entry"],
  );
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(description, name);
    assert.equal(inputSchema.type, "object", name);
    assert.equal(outputSchema?.type, "object", name);
    assert.equal(annotations?.readOnlyHint, !["prescribe", "report", "decline"].includes(name), name);
  }
});

test("If it cannot be recorded, prescribe is a failure that says so.", async () => {
  await using who = await person();
  await who.write(`${who.home}/no-folder`, "");
  const blind: Person = { ...who, environment: { ...who.environment, AIRWORTHY_LOG: `${who.home}/no-folder/log` } };
  await using connected = await overStdio(blind, ["mcp"], "legacy");
  const failed = await call(connected.client, "prescribe", { command: deletion });
  assert.equal(failed.isError, true);
  assert.match(failed.text, /^error [A-Z_]+: .*no-folder/);
});

test("A recorder that was gone for a while is found again.", async () => {
  await using who = await person();
  const first = await who.recorder();
  await using connected = await overStdio(who, ["mcp", "--socket", first.socket], "legacy");
  const { client } = connected;
  assert.equal((await call(client, "prescribe", { command: deletion })).isError, false);
  await first[Symbol.asyncDispose]();
  const failed = await call(client, "prescribe", { command: deletion });
  assert.deepEqual([failed.isError, (failed.data as unknown as Failed).error.code], [true, "RECORDER_UNREACHABLE"]);
  await using _second = await who.recorder();
  assert.equal((await call(client, "prescribe", { command: deletion })).isError, false);
});

test("What does not fit the schema is refused before anything is recorded.", async () => {
  await using who = await person();
  await using connected = await overStdio(who, ["mcp"], "legacy");
  const answer = await connected.client
    .callTool({ name: "report", arguments: { prescription: "x", verdict: "perhaps" } })
    .then(
      ({ isError }) => isError,
      () => true,
    );
  assert.equal(answer, true);
  assert.deepEqual(await who.entries("report"), []);
});
