import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type CliAgent, installAgent, runAgent, type Turn } from "../endpoint/index.ts";
import { person } from "../hooks/stage.ts";

const program = fileURLToPath(new URL("../../bin/airworthy.cjs", import.meta.url));
const fixture = fileURLToPath(new URL("./fixtures/server.ts", import.meta.url));

/** What agents call themselves to MCP servers. */
const names: Partial<Record<CliAgent, string>> = { claude: "claude-code", codex: "codex-mcp-client" };

for (const agent of ["claude", "codex"] as const) {
  const found = await installAgent(agent);
  const skip = "missing" in found ? `${agent}: ${found.missing}` : false;

  test(`The real ${agent} prescribes and declines over MCP, and its other servers are recorded by the proxy.`, {
    skip,
  }, async () => {
    await using who = await person();
    const turns: Turn[] = [
      {
        calls: [
          { server: "airworthy", tool: "prescribe", input: { shell: "helm uninstall web", intent: "it is not used" } },
        ],
      },
      {
        calls: [
          {
            server: "airworthy",
            tool: "decline",
            input: { shell: "helm uninstall db", trigger: "risk", reason: "it has data" },
          },
        ],
      },
      { calls: [{ server: "cluster", tool: "pods_delete", input: { name: "web-1", namespace: "prod" } }] },
      { say: "done" },
    ];
    const own = [process.execPath, program, "mcp"] as const;
    const other = [
      process.execPath,
      program,
      "mcp",
      "proxy",
      "--name",
      "cluster",
      "--",
      process.execPath,
      fixture,
      "/dev/null",
    ] as const;
    const { home, directory, environment } = who;
    const env = Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith("AIRWORTHY") ? [`${name}=${value}`] : [],
    );
    // Codex hands only a few variables on to MCP servers.
    const servers = { airworthy: ["env", ...env, ...own], cluster: ["env", ...env, ...other] } as const;
    const played = await runAgent(agent, "program" in found ? found.program : "", turns, {
      home,
      directory,
      environment,
      servers,
    });
    assert.deepEqual(played.failures, []);

    const entries = await who.entries("prescription");
    assert.deepEqual(
      entries.map(({ data, capture }) => [capture.channel, data.tool, data.operation]),
      [
        ["mcp", "helm", "uninstall"],
        ["mcp", "helm", "uninstall"],
        ["mcp-proxy", "kubectl", "delete"],
      ],
      `${played.stdout}\n${played.stderr}`,
    );
    for (const { actor } of entries) assert.equal(actor.id, names[agent]);
    assert.equal(entries[0]?.actor.prompt, "airworthy-mcp@1.0.0");
    assert.equal(entries[0]?.session, entries[1]?.session, "one connection, one session");
    assert.deepEqual(
      (await who.entries("report")).map(({ data }) => [data.prescription, data.verdict]),
      [
        [entries[1]?.id, "declined"],
        [entries[2]?.id, "success"],
      ],
    );
    const told = JSON.stringify(played.exchanges.at(-1)?.body);
    assert.ok(/risk: helm uninstall/.test(told), "the model hears of the risk");
  });
}
