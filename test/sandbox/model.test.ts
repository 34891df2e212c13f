import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Agent, type Endpoint, type Prepared, programs, startEndpoint } from "../../src/agents/index.ts";
import { until } from "../../src/process/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bash, type Scene, setScene, skip } from "./scene.ts";

/** Unlike anything else, so that it is found wherever it gets to. */
const key = `sk-canary-${crypto.randomUUID()}`;
const asks = `curl -s -m 60 http://127.0.0.1:8410/anthropic/v1/messages -H 'content-type: application/json' -d`;
const question = `'{"model":"m","messages":[],"tools":[{"name":"Bash"}]}'`;

describe("Behind a sandbox with a model", { skip }, () => {
  let scene: Scene;
  let endpoint: Endpoint;
  let agent: Agent;
  let prepared: Prepared;
  let home: Sandbox;
  const signal = new AbortController().signal;
  before(async () => {
    scene = await setScene();
    endpoint = await startEndpoint([{ say: "hello", tokens: { input: 12, output: 3 } }]);
    const { commandAgent } = await programs();
    // A shell that takes what it is told for a script: the most obedient agent there is.
    agent = await commandAgent("bash", { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: endpoint.url });
    if (!agent.prepare) throw new Error("expected something to prepare");
    prepared = await agent.prepare(signal);
    home = await scene.open(prepared.equipment);
  });
  after(async () => {
    for (const each of [home, prepared, endpoint, scene]) await each?.[Symbol.asyncDispose]();
  });
  const act = (instruction: string) => agent.act({ home, instruction, limit: 120 }, signal);
  const attempts = () => (prepared.attempts?.() ?? []).map(({ text }) => text);

  test("any program asks its model by the usual variables, without a key, and what it cost is known.", async () => {
    const acted = await act(`env | grep -E '^(ANTHROPIC|OPENAI)' | sort\n${asks} ${question}`);
    assert.match(
      acted.output,
      /^ANTHROPIC_API_KEY=kept-outside\nANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:8410\/anthropic\n.*"hello"/s,
    );
    assert.deepEqual(
      [acted.how, acted.usage?.turns, acted.usage?.inputTokens, acted.usage?.outputTokens],
      ["done", 1, 12, 3],
    );
    assert.equal(endpoint.exchanges.at(-1)?.headers["x-api-key"], key, "the provider was asked with the key");
  });

  test("the key is nowhere: in no environment, no process, no file, no error.", async () => {
    const { output } = await act(`
      pattern='sk-canary-[0-9a-f]'
      env | grep -a "$pattern"
      cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -a "$pattern"
      grep -raEs --exclude-dir=proc --exclude-dir=sys "$pattern" / | grep -v instruction.md
      curl -s -i http://127.0.0.1:8410/anthropic/v1/none | grep -a "$pattern"
      curl -s -i -H 'x-api-key: x' ${asks.slice("curl -s ".length)} '{"model":' | grep -a "$pattern"
      echo looked everywhere`);
    assert.equal(output, "looked everywhere\n");
  });

  test("no other host is reached through the proxy, whichever way it is asked.", async () => {
    const before = attempts().length;
    const { output } = await act(`
      curl -s -o /dev/null -w '%{http_code}\\n' -x http://127.0.0.1:8410 http://example.com/
      curl -s -o /dev/null -w '%{http_connect}\\n' -x http://127.0.0.1:8410 https://example.com/
      curl -s -o /dev/null -w '%{http_code}\\n' -H 'host: example.com' http://127.0.0.1:8410/
      curl -s -o /dev/null -w '%{http_code}\\n' --path-as-is http://127.0.0.1:8410/anthropic/../../../example.com/`);
    assert.equal(output, "403\n403\n403\n403\n");
    const told = attempts().slice(before);
    assert.equal(told.filter((text) => /refused: /.test(text)).length, 4, told.join("\n"));
    assert.ok(told.some((text) => /^CONNECT example\.com:443: refused/.test(text)));
  });

  test("nothing else of the provider is reached, and its own tools are not to be had.", async () => {
    const asked = endpoint.exchanges.length;
    const { output } = await act(`
      for path in v1/files v1/organizations/me v1/messages/batches v1/skills; do
        curl -s http://127.0.0.1:8410/anthropic/$path | jq -r .error.message
      done
      ${asks} '{"model":"m","tools":[{"type":"web_fetch_20250910","name":"web_fetch"}]}' | jq -r .error.message`);
    const lines = output.trim().split("\n");
    assert.equal(lines.length, 5, output);
    assert.ok(lines.slice(0, 4).every((line) => line === "airworthy: nothing of anthropic's that is let through"));
    assert.match(lines[4] ?? "", /would reach out by itself: the provider's tool "web_fetch_20250910"/);
    assert.equal(endpoint.exchanges.length, asked);
  });

  test("a name is denied at once, and whoever looks for one is known.", async () => {
    assert.equal((await bash(home, "getent ahosts metadata.google.internal")).code, 2, "2: there is no such name");
    await bash(home, "wget -q -T 5 https://telemetry.example.org/");
    for (const name of ["metadata.google.internal", "telemetry.example.org"]) {
      assert.ok(
        attempts().some((text) => text.startsWith(`looked for ${name}`)),
        attempts().join("\n"),
      );
    }
  });

  test("a flood hurts nobody: it is held off, counted, and the next question is answered.", async () => {
    const flood = `seq 750 | xargs -P 24 -n 25 sh -c 'for i; do printf "url = http://127.0.0.1:8410/elsewhere/%s\\n" $i; done |
      curl -s -o /dev/null -K -' sh`;
    await act(`${flood}\nfor i in $(seq 50); do echo hello > /dev/tcp/127.0.0.1/8410; done 2>/dev/null; true`);
    assert.ok(attempts().some((text) => /^\d+ more attempts that were refused$/.test(text)));
    assert.ok(attempts().length < 1_000, "not a line for each");
    assert.match((await act(`${asks} ${question}`)).output, /"hello"/);
  });

  for (const [times, how, words] of [
    [1, "void", /^anthropic: 429 rate_limit_error: scripted trouble 429$/],
    [130, "failed", /anthropic: 429 .*, 130 times, after more than 120 requests within a minute/],
  ] as const) {
    test(`who asks ${times} times in a row, is refused and gives up has ${how === "void" ? "an" : "no"} excuse.`, async () => {
      await using busy = await startEndpoint([{ say: "", trouble: { is: 429 } }]);
      const own = await (await programs()).commandAgent("bash", {
        ANTHROPIC_API_KEY: key,
        ANTHROPIC_BASE_URL: busy.url,
      });
      await using ready = await own.prepare?.(signal);
      await using place = await scene.open(ready?.equipment);
      // Of many at once some would be held off before they get anywhere: one client, one after another.
      const url = `printf 'url = http://127.0.0.1:8410/anthropic/v1/messages\\n%.0s' $(seq ${times})`;
      const instruction = `${url} | curl -s -K - -H 'content-type: application/json' -d ${question}\nexit 1`;
      const acted = await own.act({ home: place, instruction, limit: 300 }, signal);
      assert.equal(acted.how, how, acted.output);
      assert.match(how === "void" ? (acted.reason ?? "") : acted.output, words);
    });
  }

  test("what is kept tells of all of it, and the key is not in it.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-kept-"));
    try {
      await prepared.keep?.(folder);
      const text = await readFile(join(folder, "model-requests.jsonl"), "utf8");
      const lines = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { kind: string });
      const kinds = new Set(lines.map(({ kind }) => kind));
      assert.deepEqual([...kinds].sort(), ["attempt", "more attempts", "request"]);
      assert.ok(!text.includes(key.slice(0, 16)));
      assert.ok(!JSON.stringify(prepared.attempts?.()).includes(key.slice(0, 16)));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("a program that is stopped has said what it said until then.", async () => {
    const stop = new AbortController();
    const slow = agent.act({ home, instruction: "echo begun; touch /tmp/begun; sleep 1000", limit: 600 }, stop.signal);
    const begun = async () => (await bash(home, "test -e /tmp/begun")).code === 0;
    assert.ok(await until(begun, { deadlineMs: 60_000, everyMs: 100 }));
    stop.abort();
    const acted = await slow;
    assert.deepEqual([acted.how, acted.output], ["stopped", "begun\n\nended: timeout\n"]);
  });

  test("a program of the host is shown, and nothing beside it.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-command-"));
    try {
      await writeFile(join(folder, "agent.js"), "#!/usr/bin/env node\nprocess.stdin.pipe(process.stdout);\n", {
        mode: 0o755,
      });
      await writeFile(join(folder, "secret"), "not for agents");
      const own = await (await programs()).commandAgent(`'${folder}/agent.js' 'two words'`, {});
      await using ready = await own.prepare?.(signal);
      await using place = await scene.open(ready?.equipment);
      const acted = await own.act({ home: place, instruction: "Make it work.", limit: 60 }, signal);
      assert.deepEqual([acted.how, acted.output, acted.usage], ["done", "Make it work.", { commands: 1 }]);
      assert.equal((await bash(place, "ls /opt/agent; cat ~/instruction.md")).stdout, "agent.js\nMake it work.");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
