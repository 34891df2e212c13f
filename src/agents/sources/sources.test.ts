import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keyOf, loadSettings } from "./index.ts";

async function loaded(toml: string | undefined, env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-agents-"));
  try {
    if (toml !== undefined) await writeFile(join(folder, "agents.toml"), toml);
    return await loadSettings(env, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("Three providers are known without a file, at their own addresses or where the environment says.", async () => {
  const { sources, servers, budget } = await loaded(undefined, {
    ANTHROPIC_BASE_URL: "http://127.0.0.1:8080/",
    OPENAI_BASE_URL: "https://gateway.example/openai/v1",
  });
  assert.deepEqual(
    sources.map(({ name, url }) => [name, url]),
    [
      ["anthropic", "http://127.0.0.1:8080/v1"],
      ["openai", "https://gateway.example/openai/v1"],
      ["google", "https://generativelanguage.googleapis.com/v1beta"],
    ],
  );
  assert.deepEqual([servers, budget], [[], { turns: 100 }]);
});

test("A file names endpoints, models, tools and a budget.", async () => {
  const { sources, servers, budget } = await loaded(`
[budget]
tokens = 500000
costUsd = 2.5
[endpoints.anthropic]
models = ["claude-sonnet-5-5"]
[endpoints.router]
provider = "openai-compatible"
baseURL = "https://router.example/api/v1/"
keyVariable = "ROUTER_KEY"
models = ["a/b", { name = "c", context = 32000, reasoning = "high", price = { input = 1, output = 2.5 } }]
[endpoints.local]
provider = "openai-compatible"
baseURL = "http://127.0.0.1:11434"
[tools.k8s]
command = ["k8s-mcp", "--read-only"]
mounts = ["/opt/k8s-mcp"]
`);
  assert.deepEqual(
    sources.map(({ name, url, keyVariables, models }) => [name, url, keyVariables[0], models.map((each) => each.name)]),
    [
      ["openai", "https://api.openai.com/v1", "OPENAI_API_KEY", []],
      ["google", "https://generativelanguage.googleapis.com/v1beta", "GOOGLE_GENERATIVE_AI_API_KEY", []],
      ["anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", ["claude-sonnet-5-5"]],
      ["router", "https://router.example/api/v1", "ROUTER_KEY", ["a/b", "c"]],
      ["local", "http://127.0.0.1:11434/v1", undefined, []],
    ],
  );
  assert.deepEqual(sources[3]?.models[1], {
    ...{ name: "c", context: 32_000, reasoning: "high", price: { input: 1, output: 2.5 } },
  });
  assert.deepEqual(servers, [{ name: "k8s", command: ["k8s-mcp", "--read-only"], env: {}, mounts: ["/opt/k8s-mcp"] }]);
  assert.deepEqual(budget, { turns: 100, tokens: 500_000, costUsd: 2.5 });
});

for (const [what, toml, message] of [
  ["is no TOML", "endpoints = [", /^agents\.toml: expected TOML: /],
  ["has a word that nobody knows", "[endpoint.x]", /^agents\.toml: .*endpoint/],
  ["has a provider that nobody knows", '[endpoints.x]\nprovider = "mistral"', /^agents\.toml endpoints x provider: /],
  [
    "has no address",
    '[endpoints.x]\nprovider = "openai"',
    /^agents\.toml endpoints\.x: expected a baseURL, found none$/,
  ],
  ["has no provider", '[endpoints.x]\nbaseURL = "http://x"', /endpoints\.x: expected a provider, found none$/],
  [
    "has an address that is none",
    '[endpoints.x]\nprovider = "openai"\nbaseURL = "x"',
    /expected a URL that begins with/,
  ],
  [
    "has a password in an address",
    '[endpoints.x]\nprovider = "openai"\nbaseURL = "http://a:b@x"',
    /without a password/,
  ],
  ["has a key in place of a variable", '[endpoints.x]\nkeyVariable = "sk-12-34"', /the name of a variable, not a key/],
  ["moves a known endpoint", '[endpoints.openai]\nbaseURL = "http://evil"', /endpoints\.openai: expected models only/],
  ["has a budget of nothing", "[budget]\nturns = 0", /^agents\.toml budget turns: /],
  ["has tools without a command", "[tools.k8s]\ncommand = []", /^agents\.toml tools k8s command: /],
  [
    "has tools called shell",
    '[tools.shell]\ncommand = ["x"]',
    /^agents\.toml tools shell: expected another name than /,
  ],
  ["has a name with a space", '[tools."a b"]\ncommand = ["x"]', /^agents\.toml tools a b: expected letters, digits/],
] as const) {
  test(`A file that ${what} is refused, and the place is told.`, async () => {
    await assert.rejects(loaded(toml), { code: "BAD_CONFIG", message });
  });
}

test("A file that was named and is not there is a problem; one that was not named need not be there.", async () => {
  await assert.rejects(loaded(undefined, { AIRWORTHY_AGENTS: "/nowhere/agents.toml" }), { code: "NO_SUCH_FILE" });
});

test("A key is the first variable that is set; where none is wanted, none is looked for.", async () => {
  const { sources } = await loaded(undefined);
  const google = sources.find(({ name }) => name === "google") ?? assert.fail();
  assert.equal(keyOf(google, { GEMINI_API_KEY: " k2 ", GOOGLE_GENERATIVE_AI_API_KEY: "" }), "k2");
  assert.equal(keyOf({ ...google, keyVariables: [] }, {}), undefined);
  assert.throws(() => keyOf(google, {}), {
    ...{ code: "KEY_MISSING" },
    message: "google: expected a key in $GOOGLE_GENERATIVE_AI_API_KEY or $GEMINI_API_KEY, found none",
  });
});
