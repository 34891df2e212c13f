import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEndpoint } from "../../src/agents/index.ts";
import { folder } from "../bench/small.ts";
import { airworthy } from "./harness.ts";

const key = "sk-the-key-that-nobody-sees";

/** agents.toml with the scripted endpoint in all its dialects, and one where nobody listens. */
async function configured(at: string, url: string, more = ""): Promise<NodeJS.ProcessEnv> {
  const endpoint = (name: string, provider: string, path: string) =>
    `[endpoints.${name}]\nprovider = "${provider}"\nbaseURL = "${path}"\nkeyVariable = "SOME_KEY"\nmodels = ["some-model"]\n`;
  const file = join(at, "agents.toml");
  const toml = [
    endpoint("one", "anthropic", url),
    endpoint("two", "openai", url),
    endpoint("three", "google", url),
    endpoint("four", "openai-compatible", url),
    more,
  ];
  await writeFile(file, toml.join("\n"));
  return { AIRWORTHY_AGENTS: file, SOME_KEY: key };
}

test("agents check asks every model that is named, in each dialect, and exits with 0 when all answer.", async () => {
  await using at = await folder();
  await using endpoint = await startEndpoint([]);
  const env = await configured(at.path, endpoint.url);
  const { exitCode, stdout, stderr } = await airworthy(["agents", "check"], { env });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual(
    stdout
      .split("\n")
      .slice(1, 5)
      .map((line) => line.replace(/\d+\.\d s/, "TIME").split(/ {2,}/)),
    ["one", "two", "three", "four"].map((name) => [`model:${name}/some-model`, "answers", "TIME", "some-model"]),
  );
});

test("agents check exits with 4 when one does not answer, says why, and never shows a key.", async () => {
  await using at = await folder();
  await using endpoint = await startEndpoint([]);
  const gone = await startEndpoint([]);
  await gone[Symbol.asyncDispose]();
  const dead = `[endpoints.five]\nprovider = "openai-compatible"\nbaseURL = "${gone.url}"\nmodels = ["x"]`;
  const env = await configured(at.path, endpoint.url, dead);
  const { exitCode, stdout, stderr } = await airworthy(["agents", "check", "--json"], { env });
  assert.equal(exitCode, 4);
  const probed = JSON.parse(stdout) as { spec: string; ok: boolean; reason?: string }[];
  assert.deepEqual(
    probed.map(({ spec, ok }) => [spec, ok]),
    [...["one", "two", "three", "four"].map((name) => [`${name}/some-model`, true]), ["five/x", false]],
  );
  assert.match(probed.at(-1)?.reason ?? "", /Cannot connect to API.*, 2 times$/);
  assert.ok(!`${stdout}${stderr}`.includes(key));
});

test("agents check of one that has no key says which variable to set.", async () => {
  const { exitCode, stdout } = await airworthy(["agents", "check", "model:anthropic/claude-x"], { env: {} });
  assert.equal(exitCode, 4);
  assert.match(stdout, /expected a key in \$ANTHROPIC_API_KEY, found none; set it in the environment/);
});

test("agents check without anything to ask exits with 3, and of what is no model with 2.", async () => {
  assert.equal((await airworthy(["agents", "check"])).exitCode, 3);
  const { exitCode, stderr } = await airworthy(["agents", "check", "oracle"]);
  assert.equal(exitCode, 2);
  assert.match(stderr, /oracle: expected model:ENDPOINT\/MODEL/);
});

test("agents list shows what can be chosen, and of keys only whether they are there.", async () => {
  await using at = await folder();
  const env = await configured(at.path, "http://127.0.0.1:1", '[tools.k8s]\ncommand = ["k8s-mcp", "--all"]');
  const { exitCode, stdout } = await airworthy(["agents", "list"], { env });
  assert.equal(exitCode, 0);
  assert.match(
    stdout,
    /^anthropic +anthropic +https:\/\/api\.anthropic\.com\/v1 +\$ANTHROPIC_API_KEY is not set +any$/m,
  );
  assert.match(stdout, /^three +google +http:\/\/127\.0\.0\.1:1\/v1beta +\$SOME_KEY is set +some-model$/m);
  assert.match(stdout, /^careful +[0-9a-f]{12}$/m);
  assert.match(stdout, /^k8s +k8s-mcp --all$/m);
  const data = await airworthy(["agents", "list", "--json"], { env });
  assert.deepEqual(Object.keys(JSON.parse(data.stdout)), [
    ...["file", "endpoints", "prompts", "tools", "budget", "pricesOf"],
  ]);
  assert.ok(!`${stdout}${data.stdout}`.includes(key));
});

test("A file that cannot be understood exits with 2, one that is not there with 3.", async () => {
  await using at = await folder();
  const file = join(at.path, "agents.toml");
  await writeFile(file, "[endpoints.x]\nmodel = 1");
  assert.equal((await airworthy(["agents", "list"], { env: { AIRWORTHY_AGENTS: file } })).exitCode, 2);
  assert.equal((await airworthy(["agents", "list"], { env: { AIRWORTHY_AGENTS: `${file}x` } })).exitCode, 3);
});

test("A run with a model that cannot be chosen is refused before anything begins, with what to write.", async () => {
  await using at = await folder();
  const run = ["bench", "run", "empty-shelves", "--out", join(at.path, "run"), "--agent"];
  const { exitCode, stderr } = await airworthy([...run, "model:anthropc/claude-x"]);
  assert.equal(exitCode, 2);
  assert.match(stderr, /model:anthropc\/claude-x: no endpoint "anthropc"\nhint: did you mean anthropic\?/);
  assert.equal((await airworthy([...run, "model:anthropic/claude-x@carefull"])).exitCode, 2);
});
