import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Acted,
  type CliAgent,
  type Endpoint,
  programs,
  startEndpoint,
  type Turn,
} from "../../src/agents/index.ts";
import { until } from "../../src/process/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bash, type Scene, setScene, skip } from "./scene.ts";

const key = `sk-canary-${crypto.randomUUID()}`;
const { agentOf, cliAgents, installAgent } = await programs();
const found = new Map(
  await Promise.all(cliAgents.map(async (agent) => [agent, skip ? undefined : await installAgent(agent)] as const)),
);
const reasonToSkip = (agent: CliAgent) => {
  const installed = found.get(agent);
  return installed === undefined ? skip : "missing" in installed ? `${agent}: ${installed.missing}` : false;
};

const specs: Readonly<Record<CliAgent, string>> = {
  claude: "claude/claude-sonnet-4-5",
  codex: "codex/gpt-5.5",
  gemini: "gemini/gemini-2.5-pro",
  opencode: "opencode/anthropic/claude-sonnet-4-5",
};

const told = ({ deeds = [] }: Acted) =>
  deeds.flatMap(({ tool_calls = [], observation }) =>
    tool_calls.map(({ tool_call_id: id, arguments: { command } }) => {
      const content = observation?.results.find((each) => each.source_call_id === id)?.content ?? "";
      return [command, content.trim()];
    }),
  );

interface Played {
  readonly acted: Acted;
  readonly endpoint: Endpoint;
  readonly home: Sandbox;
  readonly attempts: readonly string[];
}

describe("A program with a scripted model, in a sandbox", { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await setScene();
  });
  after(() => scene[Symbol.asyncDispose]());

  async function play(
    agent: CliAgent,
    turns: readonly Turn[],
    look: (played: Played) => Promise<void> | void,
    meanwhile?: (home: Sandbox, stop: AbortController) => Promise<void>,
    more: NodeJS.ProcessEnv = {},
  ): Promise<void> {
    await using endpoint = await startEndpoint(turns);
    const { url } = endpoint;
    const env = {
      ...{ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: key, OPENAI_BASE_URL: url },
      ...{ GEMINI_API_KEY: key, GOOGLE_GENERATIVE_AI_BASE_URL: url },
      ...more,
    };
    const own = await agentOf(specs[agent], env);
    const stop = new AbortController();
    await using prepared = await own.prepare?.(stop.signal);
    await using home = await scene.open(prepared?.equipment);
    const [acted] = await Promise.all([
      own.act({ home, instruction: "Play the script.", limit: 500 }, stop.signal),
      meanwhile?.(home, stop),
    ]);
    assert.ok(!JSON.stringify(acted).includes(key.slice(0, 18)), "the key is in nothing it tells");
    const attempts = (prepared?.attempts?.() ?? []).map(({ text }) => text);
    await look({ acted, endpoint, home, attempts });
  }

  for (const agent of cliAgents) {
    test(`${agent} works, and steps, tokens and costs are known.`, { skip: reasonToSkip(agent) }, async () => {
      const turns: Turn[] = [
        { calls: [{ shell: "id -un; echo $HOME" }], tokens: { input: 100, output: 20, cacheRead: 30, cacheWrite: 7 } },
        { calls: [{ shell: "env > /tmp/env; cat /workspace/none || echo 'not there'" }] },
        { say: "All done." },
      ];
      await play(agent, turns, async ({ acted, endpoint, home }) => {
        assert.deepEqual([acted.how, acted.output, endpoint.failures], ["done", "All done.", []]);
        assert.equal(told(acted)[0]?.join("\n"), "id -un; echo $HOME\nagent\n/home/agent");
        assert.match(String(told(acted)[1]?.[1]), /not there/);
        const { commands, toolCalls, inputTokens = 0, outputTokens = 0, cacheReadTokens } = acted.usage ?? {};
        assert.deepEqual([commands, toolCalls, cacheReadTokens], [2, 2, 30]);
        // What is asked on the side costs one token each.
        const aside = (acted.usage?.turns ?? 0) - 3;
        assert.deepEqual([inputTokens, outputTokens], [102 + aside, 22 + aside]);
        const steps = acted.deeds?.map(({ metrics }) => metrics?.prompt_tokens ?? 0) ?? [];
        const all = inputTokens + 30 + (acted.usage?.cacheWriteTokens ?? 0);
        assert.equal(
          steps.reduce((sum, each) => sum + each, 0),
          all,
          "the steps add up to the whole",
        );
        assert.ok(endpoint.exchanges.every(({ headers }) => JSON.stringify(headers).includes(key)));
        const hidden = await bash(
          home,
          `grep -rl ${key.slice(0, 17)}[${key[17]}] / --exclude-dir=proc --exclude-dir=sys`,
        );
        assert.equal(hidden.stdout, "", "the key is in no file, no session, no log of the program's");
        assert.ok(!(await bash(home, "cat /tmp/env")).stdout.includes(key), "nor in what its commands see");
      });
    });
  }

  test("a call of a tool that is not there, and one without an end, are the agent's to get over.", {
    skip: reasonToSkip("claude"),
  }, async () => {
    const turns: Turn[] = [
      { calls: [{ malformed: "tool" }] },
      { calls: [{ malformed: "arguments" }] },
      { calls: [{ shell: "echo recovered" }] },
      { say: "done" },
    ];
    await play("claude", turns, ({ acted }) => {
      assert.equal(acted.how, "done");
      assert.deepEqual(told(acted).at(-1), ["echo recovered", "recovered"]);
      assert.equal(acted.deeds?.[0]?.tool_calls?.[0]?.function_name, "no_such_tool");
    });
  });

  for (const [agent, trouble, reason] of [
    ["codex", { is: 529 }, /^openai: 529 overloaded_error: scripted trouble 529, \d+ times$/],
    ["gemini", { is: 401 }, /^google: 401 api_error: scripted trouble 401$/],
    // It takes long to start.
    ...(process.env.AIRWORTHY_EVERY === "1"
      ? [["opencode", { is: 401 }, /^anthropic: 401 api_error: scripted trouble 401$/] as const]
      : []),
    // It would repeat this for minutes.
    ["claude", { is: 401 }, /^anthropic: 401 api_error: scripted trouble 401, 3 times$/],
  ] as const) {
    test(`a provider that answers ${agent} with ${trouble.is} halfway is nobody's failure.`, {
      skip: reasonToSkip(agent),
    }, async () => {
      const turns: Turn[] = [{ calls: [{ shell: "echo begun" }] }, { say: "never said", trouble }];
      await play(agent, turns, ({ acted }) => {
        assert.equal(acted.how, "void", acted.output);
        assert.match(acted.reason ?? "", reason);
        assert.deepEqual(told(acted)[0], ["echo begun", "begun"], "what was done until then is kept");
      });
    });
  }

  test("a provider that comes back is none either, and the work goes on.", {
    skip: reasonToSkip("codex"),
  }, async () => {
    const turns: Turn[] = [
      { calls: [{ shell: "echo one" }], trouble: { is: 503, times: 2 } },
      { say: "done", trouble: { is: "cut", times: 1 } },
    ];
    await play("codex", turns, ({ acted }) => {
      assert.deepEqual([acted.how, acted.output, acted.usage?.turns], ["done", "done", 2]);
    });
  });

  test("whoever is stopped has done what it did until then.", { skip: reasonToSkip("claude") }, async () => {
    const turns: Turn[] = [{ calls: [{ shell: "touch /tmp/begun" }] }, { say: "", trouble: { is: "silence" } }];
    const look = ({ acted }: Played) => {
      assert.equal(acted.how, "stopped");
      assert.equal(told(acted)[0]?.[0], "touch /tmp/begun");
    };
    await play("claude", turns, look, async (home, stop) => {
      const begun = async () => (await bash(home, "test -e /tmp/begun")).code === 0;
      assert.ok(await until(begun, { deadlineMs: 300_000, everyMs: 200 }));
      stop.abort();
    });
  });

  test("whoever has used up its budget is stopped when it asks again.", { skip: reasonToSkip("codex") }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-budget-"));
    try {
      const file = join(folder, "agents.toml");
      await writeFile(file, "[budget]\nturns = 2\n");
      const turns: Turn[] = [1, 2, 3, 4].map((count) => ({ calls: [{ shell: `echo ${count}` }] }));
      const look = ({ acted, endpoint, attempts }: Played) => {
        assert.deepEqual([acted.how, acted.usage?.turns, endpoint.exchanges.length], ["stopped", 2, 2]);
        assert.match(acted.output, /ended: 2 turns used up$/);
        assert.deepEqual(told(acted), [
          ["echo 1", "1"],
          ["echo 2", "2"],
        ]);
        assert.match(attempts.join("\n"), /refused: the budget is used up: 2 turns/);
      };
      await play("codex", turns, look, undefined, { AIRWORTHY_AGENTS: file });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("in a room that is made for root it is root, with a home of its own and the stage's servers.", {
    skip: reasonToSkip("codex"),
  }, async () => {
    const input = { shell: "kubectl delete namespace prod" };
    const turns: Turn[] = [
      { calls: [{ shell: "id -un; pwd; echo $HOME" }] },
      { calls: [{ server: "risks", tool: "explain_risk", input }] },
      { say: "done" },
    ];
    await using endpoint = await startEndpoint(turns);
    // A model that it knows would have to search for the tools of servers.
    const own = await agentOf("codex/scripted", { OPENAI_API_KEY: key, OPENAI_BASE_URL: endpoint.url });
    const { signal } = new AbortController();
    await using prepared = await own.prepare?.(signal);
    const { writable = [], ...equipment } = prepared?.equipment ?? {};
    const room = { user: "root", directory: "/app", writable: ["/app", ...writable], tools: ["airworthy"] } as const;
    await using home = await scene.open({ ...equipment, ...room });
    const servers = [{ name: "risks", command: ["airworthy", "mcp"] }];
    const acted = await own.act({ home, instruction: "Play the script.", limit: 500, servers }, signal);
    assert.deepEqual([acted.how, endpoint.failures], ["done", []], acted.output);
    assert.equal(told(acted)[0]?.[1], "root\n/app\n/home/agent");
    assert.match(told(acted)[1]?.[1] as string, /critical/);
    assert.deepEqual([acted.usage?.commands, acted.usage?.toolCalls], [1, 2]);
  });

  /** Codex with a server in place of its shell. */
  async function served(command: readonly string[], model: string, look: (played: Omit<Played, "attempts">) => void) {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-served-"));
    try {
      const file = join(folder, "agents.toml");
      await writeFile(file, `[tools.counter]\ncommand = ${JSON.stringify(command)}\nenv = { COUNTER_VERSION = "1" }\n`);
      await using endpoint = await startEndpoint([{ say: "done" }]);
      const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: endpoint.url, AIRWORTHY_AGENTS: file };
      const own = await agentOf(`codex/${model}+counter`, env);
      const { signal } = new AbortController();
      await using prepared = await own.prepare?.(signal);
      const content = await readFile(new URL("../agents/fixtures/counter.mjs", import.meta.url), "utf8");
      const files = [{ path: "/workspace/counter.mjs", content }];
      await using home = await scene.open({ ...prepared?.equipment, files });
      look({ acted: await own.act({ home, instruction: "Count.", limit: 200 }, signal), endpoint, home });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test("a server that is to take the shell's place and does not start makes a trial void, before a model is asked.", {
    skip: reasonToSkip("codex"),
  }, async () => {
    await served(["node", "/workspace/none.mjs"], "scripted", ({ acted, endpoint }) => {
      assert.equal(acted.how, "void");
      assert.match(acted.reason ?? "", /^the MCP server counter does not start: .*Cannot find module/s);
      assert.deepEqual(endpoint.exchanges, []);
    });
  });

  test("a model that codex would give a tool for patches has none where a server takes the shell's place.", {
    skip: reasonToSkip("codex"),
  }, async () => {
    const names = ({ tools }: Endpoint["exchanges"][number]["body"]) =>
      (tools as readonly { name?: string; type: string }[]).map(({ name, type }) => name ?? type);
    await play("codex", [{ say: "done" }], ({ endpoint }) => {
      assert.ok(names(endpoint.exchanges[0]?.body ?? assert.fail()).includes("apply_patch"), "by itself it has");
    });
    await served(["node", "/workspace/counter.mjs"], "gpt-5.5", ({ acted, endpoint }) => {
      assert.equal(acted.how, "done", acted.output);
      const offered = names(endpoint.exchanges[0]?.body ?? assert.fail());
      assert.deepEqual(
        offered.filter((name) => !/mcp|^request_user_input$|^tool_search$/.test(name)),
        [],
        "those of servers are searched for",
      );
    });
  });

  test("what a program looks for besides its model is known.", { skip: reasonToSkip("codex") }, async () => {
    await play("codex", [{ calls: [{ shell: "curl -s https://example.org" }] }, { say: "done" }], ({ attempts }) => {
      assert.ok(
        attempts.some((text) => text.startsWith("looked for example.org")),
        attempts.join("\n"),
      );
    });
  });
});
