import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { answerServer, finishing } from "./tool.ts";

/** What the server answers to these, one after another, and what it leaves. */
async function told(requests: readonly object[]) {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-answer-"));
  try {
    const { files, command } = answerServer();
    const [program, left] = [join(folder, "server.mjs"), join(folder, "answer.json")];
    await writeFile(program, files[0]?.content ?? "");
    const running = promisify(execFile)(process.execPath, [program, left, command.at(-1) ?? ""]);
    const lines = requests.map((request, id) => JSON.stringify({ jsonrpc: "2.0", id, ...request }));
    running.child.stdin?.end(`${lines.join("\n")}\n`);
    const { stdout } = await running;
    const answer = await readFile(left, "utf8").catch(() => undefined);
    return {
      results: stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
      answer,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const finish = (input: object) => ({ method: "tools/call", params: { name: "finish", arguments: input } });

test("A program finishes by the same tool as our own loop, and leaves its answer in the same place.", async () => {
  const { command } = answerServer();
  assert.ok(command.includes("/workspace/answer.json"));
  const { results, answer } = await told([
    { method: "initialize", params: { protocolVersion: "2025-06-18" } },
    { method: "notifications/initialized", id: undefined },
    { method: "tools/list" },
    finish({ outcome: "declined", reason: "x".repeat(7_000), diagnosis: "none", more: "left out" }),
  ]);
  const [{ name, description, inputSchema }] = results[1].result.tools;
  assert.deepEqual([results.length, name, description], [3, "finish", finishing.description]);
  assert.deepEqual(inputSchema.required, ["outcome", "reason"]);
  assert.deepEqual(JSON.parse(answer ?? ""), { outcome: "declined", reason: "x".repeat(6_000), diagnosis: "none" });
});

for (const [what, input, words] of [
  ["an outcome that there is not", { outcome: "fine", reason: "x" }, /^outcome: expected done, declined, .*"fine"$/],
  ["no reason", { outcome: "done" }, /^reason: expected text, found undefined$/],
] as const) {
  test(`An answer with ${what} is none, and the agent hears why.`, async () => {
    const { results, answer } = await told([finish(input), { method: "prompts/list" }]);
    assert.equal(results[0].result.isError, true);
    assert.match(results[0].result.content[0].text, words);
    assert.equal(results[1].error.code, -32601);
    assert.equal(answer, undefined);
  });
}
