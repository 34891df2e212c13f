import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { claude } from "../claude/index.ts";
import { codex } from "../codex/index.ts";
import { gemini } from "../gemini/index.ts";
import { opencode } from "../opencode/index.ts";
import type { Line, Passed } from "../proxy/index.ts";
import { usageOf, withMetrics } from "./account.ts";
import { eventLines } from "./lines.ts";
import type { Heard, Manner } from "./manner.ts";

const manners = { claude, codex, gemini, opencode };

/** What the real program printed, played to its reader in pieces of any size. */
async function heard(program: keyof typeof manners, change = (text: string) => text, size = 100): Promise<Heard> {
  const bytes = Buffer.from(change(await readFile(new URL(`./testing/${program}.jsonl`, import.meta.url), "utf8")));
  return read(manners[program], bytes, size);
}

function read(manner: Manner, bytes: Buffer, size: number): Heard {
  const reader = manner.reader();
  const lines = eventLines((event, at) => reader.take(event, at));
  for (let at = 0; at < bytes.length; at += size) lines.take(bytes.subarray(at, at + size), "stdout");
  lines.end();
  return reader.end();
}

/** Calls with what came of them, step by step. */
const told = ({ deeds }: Heard) =>
  deeds.map(({ message, tool_calls = [], observation }) => [
    message,
    ...tool_calls.map(({ tool_call_id: id, arguments: { command } }) => {
      const result = observation?.results.find((each) => each.source_call_id === id);
      return [command, result?.content.trim(), result?.extra?.exit_code];
    }),
  ]);

const first = ["", ["echo one; id -un", "one\nagent", 0]];
const last = ["All done."];
const wanted = {
  claude: [first, ["", ["echo two; exit 3", "Exit code 3\ntwo", 3], ["echo three", "three", 0]], last],
  codex: [first, ["", ["echo two; exit 3", "two", 3], ["echo three", "three", 0]], last],
  // It does not say how a command ended.
  gemini: [
    ["", ["echo one; id -un", "one\nagent", undefined]],
    ["", ["echo two; exit 3", "two", undefined], ["echo three", "three", undefined]],
    last,
  ],
  // It tells of each when it has ended.
  opencode: [first, ["", ["echo three", "three", 0], ["echo two; exit 3", "two", 3]], last],
};

for (const program of Object.keys(manners) as (keyof typeof manners)[]) {
  test(`What ${program} prints becomes steps: words, calls and what came of them.`, async () => {
    for (const size of [7, 100, 1_000_000]) {
      const all = await heard(program, undefined, size);
      assert.deepEqual(told(all), wanted[program]);
      assert.deepEqual([all.said, all.finished, all.complaint], ["All done.", true, undefined]);
    }
  });

  test(`${program} that was stopped in the middle has done what it said, and is not done.`, async () => {
    const half = await heard(program, (text) => text.split("\n").slice(0, -3).join("\n"));
    assert.equal(half.finished, false);
    assert.deepEqual(told(half)[0], wanted[program][0]);
  });
}

test("What is no event is noise, and stops nobody.", () => {
  const events: unknown[] = [];
  const lines = eventLines((event) => events.push(event));
  lines.take(Buffer.from('warning: {\n{"a":1}\n[1]\n{"b"'), "stdout");
  lines.take(Buffer.from("to the side\n"), "stderr");
  lines.take(Buffer.from(":2}"), "stdout");
  lines.end();
  assert.deepEqual(events, [{ a: 1 }, { b: 2 }]);
  assert.equal(lines.noise(), "warning: {\n[1]\nto the side\n");
});

test("Codex quotes a command for a shell; it is kept as the model gave it.", () => {
  for (const [printed, meant] of [
    [`/bin/bash -lc 'kubectl get pods'`, "kubectl get pods"],
    [`/bin/bash -c "echo 'a b' \\"c\\" \\$HOME"`, `echo 'a b' "c" $HOME`],
    [`/usr/bin/bash -lc ls`, "ls"],
    [`bash -lc 'x'`, "bash -lc 'x'"],
  ] as const) {
    const item = { id: "i", type: "command_execution", command: printed, aggregated_output: "", exit_code: 0 };
    const { deeds } = read(codex, Buffer.from(JSON.stringify({ type: "item.completed", item })), 1_000);
    assert.equal(deeds[0]?.tool_calls?.[0]?.arguments.command, meant);
  }
});

const asked = (second: number, more: Partial<Passed>): Line => ({
  ...{ kind: "request", time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(), family: "anthropic" },
  ...{
    method: "POST",
    path: "/messages",
    asks: true,
    streams: true,
    seconds: 0.5,
    status: 200,
    model: "claude-sonnet-4-5",
  },
  ...{ requestBytes: 1, responseBytes: 1, requestDigest: "sha256:" },
  ...more,
});

const source = { name: "anthropic", provider: "anthropic", url: "", keyVariables: [], models: [] } as const;

test("Tokens are what the provider said, in all and for each step; what one request does not tell is not a sum.", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const deeds = [
    { timestamp: at(2), source: "agent", message: "a" },
    { timestamp: at(5), source: "agent", message: "b" },
  ] as const;
  const lines = [
    asked(0, { inputTokens: 1_000, outputTokens: 10, cacheReadTokens: 500, cacheWriteTokens: 20 }),
    asked(1, { inputTokens: 100, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 1 }),
    asked(3, { asks: false, inputTokens: 9 }),
    asked(4, { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }),
    asked(6, { status: 529, by: "provider", failure: "overloaded" }),
  ];
  const usage = usageOf(lines, deeds, source);
  assert.deepEqual(
    [usage.turns, usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheWriteTokens],
    [3, 1_110, 16, 500, 20],
  );
  assert.ok(!("reasoningTokens" in usage), "two of three did not tell");
  assert.ok((usage.costUsd ?? 0) > 0);
  assert.ok(!("costUsd" in usageOf(lines, deeds, { ...source, name: "unknown" })), "without a price there is no cost");
  const price = { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 };
  const own = { ...source, models: [{ name: "claude-sonnet-4-5", price }] };
  assert.equal(usageOf(lines, deeds, own).costUsd?.toFixed(6), "0.001270", "1,110 read and 16 written");
  const steps = withMetrics(deeds, lines);
  assert.deepEqual(
    steps.map(({ llm_call_count: calls, metrics }) => [calls, metrics?.prompt_tokens, metrics?.completion_tokens]),
    [
      [2, 1_620, 11],
      [1, 10, 5],
    ],
  );
});
