import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { agentOf } from "./named.ts";

describe("A program as an agent", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "airworthy-named-"));
    env = { AIRWORTHY_AGENTS: join(folder, "agents.toml"), ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" };
    await writeFile(join(folder, "agents.toml"), '[tools.k8s]\ncommand = ["k8s-mcp"]\nmounts = ["/opt/k8s-mcp"]\n');
  });
  after(() => rm(folder, { recursive: true }));

  for (const [spec, model, prompt] of [
    ["claude", undefined, undefined],
    ["claude@careful", undefined, "careful"],
    ["claude+k8s", undefined, undefined],
    ["codex/gpt-x@bare+k8s", "gpt-x", "bare"],
    ["codex/gpt-x@2026@careful", "gpt-x@2026", "careful"],
    ["opencode/anthropic/a/b:free@recorder+shell", "a/b:free", "recorder"],
  ] as const) {
    test(`${spec} asks ${model ?? "whatever model it likes"} and is told ${prompt ?? "nothing beside"}.`, async () => {
      const agent = await agentOf(spec, env);
      assert.deepEqual([agent.name, agent.model, agent.prompt?.name], [spec, model, prompt]);
      if (prompt !== undefined) assert.match(agent.prompt?.version ?? "", /^[0-9a-f]{12}$/);
    });
  }

  for (const [spec, message, hint] of [
    ["claude@carful", /no prompt "carful"/, /did you mean careful\?/],
    ["codex/x+k9s", /^codex\/x\+k9s: no tools "k9s"/, /did you mean k8s\?/],
    ["codex@bare", /^codex@bare: expected a model after a slash, found none/, undefined],
    ["opencode/x@bare", /expected opencode\/ENDPOINT\/MODEL/, /there are: /],
    ["cursor/x", /no such program/, undefined],
  ] as const) {
    test(`${spec} is refused before anything starts, and what to write is said.`, async () => {
      await assert.rejects(agentOf(spec, env), (thrown: Error & { code?: string; hint?: string }) => {
        assert.equal(thrown.code, "UNKNOWN_AGENT");
        assert.match(thrown.message, message);
        if (hint !== undefined) assert.match(thrown.hint ?? "", hint);
        return true;
      });
    });
  }
});
