import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEndpoint } from "../../src/agents/index.ts";
import { until } from "../../src/process/index.ts";
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

test("agents check asks the models of programs and of a matrix too, each once.", async () => {
  await using at = await folder();
  await using endpoint = await startEndpoint([]);
  const env = await configured(at.path, endpoint.url);
  const named = await airworthy(["agents", "check", "claude/one/some-model", "opencode/four/m@careful"], { env });
  assert.equal(named.exitCode, 0, named.stdout + named.stderr);
  assert.match(named.stdout, /^claude\/one\/some-model +answers .* some-model$/m);
  const matrix = join(at.path, "matrix.toml");
  const sides = 'models = ["two/a", "two/b"]\nrecorders = ["off", "shim"]';
  await writeFile(matrix, `tasks = ["x"]\n[[agents]]\nagent = "codex"\n${sides}\n[[agents]]\nagent = "nop"\n`);
  const { exitCode, stdout } = await airworthy(["agents", "check", matrix, "--json"], { env });
  assert.equal(exitCode, 0);
  const probed = JSON.parse(stdout) as { agent: string; spec: string; ok: boolean }[];
  assert.deepEqual(
    probed.map(({ agent, spec }) => [agent, spec]),
    [
      ["codex/two/a", "two/a"],
      ["codex/two/b", "two/b"],
    ],
  );
  const own = await airworthy(["agents", "check", "claude"], { env });
  assert.deepEqual([own.exitCode, /the program chooses one by itself/.test(own.stderr)], [2, true]);
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
  assert.match(stdout, /^opencode +\d+\.\d+\.\d+ +(installed|not installed yet)$/m);
  const data = await airworthy(["agents", "list", "--json"], { env });
  assert.deepEqual(Object.keys(JSON.parse(data.stdout)), [
    ...["file", "endpoints", "prompts", "tools", "programs", "budget", "pricesOf"],
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
  const keyless = await airworthy([...run, "claude/claude-x"], { env: {} });
  assert.equal(keyless.exitCode, 4);
  assert.match(keyless.stderr, /anthropic: expected a key in \$ANTHROPIC_API_KEY, found none/);
});

test("agents endpoint plays a script until it is interrupted, and says what could not be played.", async () => {
  await using at = await folder();
  const script = join(at.path, "script.yaml");
  await writeFile(script, "- calls: [{ shell: ls }]\n- say: done\n");
  const stop = new AbortController();
  const before = await startEndpoint([]);
  const { url } = before;
  await before[Symbol.asyncDispose](); // Its port is free now.
  const played = airworthy(["agents", "endpoint", script, "--port", new URL(url).port], { interrupted: stop.signal });
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  assert.ok(await until(answers, { deadlineMs: 60_000, everyMs: 50 }));
  const ask = (tools: readonly object[]) =>
    fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify({ model: "m", messages: [], tools }) });
  assert.match(await (await ask([{ name: "Bash" }])).text(), /"command":"ls"/);
  assert.equal((await ask([{ name: "Read" }])).status, 400);
  stop.abort();
  const { exitCode, stdout } = await played;
  assert.deepEqual([exitCode, stdout], [1, '1 answers\nno tool for {"shell":"ls"} among Read\n']);
  const { exitCode: wrong, stderr } = await airworthy(["agents", "endpoint", join(at.path, "none.yaml")]);
  assert.equal(wrong, 3);
  assert.match(stderr, /none\.yaml: cannot be read/);
});
