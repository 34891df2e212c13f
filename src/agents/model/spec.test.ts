import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentSettings } from "../sources/index.ts";
import { modelAgent } from "./agent.ts";
import { choose } from "./spec.ts";

const source = { provider: "openai-compatible", url: "http://x/v1", keyVariables: [] } as const;
const settings: AgentSettings = {
  sources: [
    { ...source, name: "anthropic", models: [] },
    { ...source, name: "router", models: [{ name: "a/b:free", context: 9, price: { input: 1, output: 2 } }] },
  ],
  servers: [{ name: "k8s", command: ["k8s-mcp"], env: {}, mounts: ["/opt/k8s-mcp"] }],
  budget: { turns: 5 },
};

for (const [spec, endpoint, model, prompt, server] of [
  ["anthropic/claude-x", "anthropic", "claude-x", "bare", undefined],
  ["router/a/b:free@careful", "router", "a/b:free", "careful", undefined],
  ["router/m@2026@recorder+k8s", "router", "m@2026", "recorder", "k8s"],
  ["anthropic/claude-x+shell", "anthropic", "claude-x", "bare", undefined],
] as const) {
  test(`model:${spec} is the model ${model} of ${endpoint}.`, async () => {
    const chosen = await choose(spec, settings);
    assert.deepEqual(
      [chosen.source.name, chosen.settings.name, chosen.prompt.name, chosen.server?.name],
      [endpoint, model, prompt, server],
    );
  });
}

for (const [spec, message, hint] of [
  ["", /expected model:ENDPOINT\/MODEL/, /for example/],
  ["claude-x", /expected model:ENDPOINT\/MODEL/, /for example/],
  ["anthropc/claude-x", /no endpoint "anthropc"/, /did you mean anthropic\?/],
  ["vllm/llama", /no endpoint "vllm"/, /there are: anthropic, router; others are named in agents.toml/],
  ["router/x@carful", /no prompt "carful"/, /did you mean careful\?/],
  ["router/x+k9s", /no tools "k9s"/, /did you mean k8s\?/],
] as const) {
  test(`model:${spec} is refused, and what to write is said.`, async () => {
    await assert.rejects(choose(spec, settings), (thrown: Error & { code?: string; hint?: string }) => {
      assert.equal(thrown.code, "UNKNOWN_AGENT");
      assert.match(thrown.message, message);
      assert.match(thrown.hint ?? "", hint);
      return true;
    });
  });
}

test("What agents.toml says of a model comes before what is listed, and the rest is listed.", async () => {
  const [own, listed] = [
    await choose("router/a/b:free", settings),
    await choose("anthropic/claude-opus-5-5", settings),
  ];
  assert.deepEqual([own.settings.context, own.settings.price], [9, { input: 1, output: 2 }]);
  assert.equal(listed.settings.context, 1_000_000);
  assert.equal(listed.settings.price?.input, 4);
});

test("An agent says which model, prompt and loop it is, and what its server needs in the sandbox.", async () => {
  const agent = await modelAgent("router/a/b:free@careful+k8s", { settings, env: {} });
  const { name, version, model, prompt } = agent;
  assert.deepEqual([name, version, model], ["model:router/a/b:free@careful+k8s", "1", "router/a/b:free"]);
  assert.match(prompt?.version ?? "", /^[0-9a-f]{12}$/);
  await using prepared = await agent.prepare?.(new AbortController().signal);
  assert.deepEqual(prepared?.equipment, { mounts: [{ source: "/opt/k8s-mcp", target: "/opt/k8s-mcp" }] });
});

test("A cost that cannot be counted cannot be a budget.", async () => {
  const budget = { turns: 5, costUsd: 1 };
  await assert.rejects(modelAgent("router/other", { settings, env: {}, budget }), { code: "BAD_CONFIG" });
  assert.ok(await modelAgent("router/a/b:free", { settings, env: {}, budget }));
});
