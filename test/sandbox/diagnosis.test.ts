import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { models, scripted, startEndpoint } from "../../src/agents/index.ts";
import { runDiagnosis, type SnapshotTask, snapshotTasks } from "../../src/bench/index.ts";
import { finish, key, settingsFor } from "../agents/model-stage.ts";
import { skip } from "./scene.ts";

const incident = fileURLToPath(new URL("../../datasets/incident-snapshots/incident-01.tar.zst", import.meta.url));
const right = "market/ConfigMap/storefront-settings";

describe("A frozen incident as a task", { skip }, () => {
  let task: SnapshotTask;
  let folder: string;
  before(async () => {
    const [only] = await snapshotTasks(incident);
    assert.ok(only);
    task = only;
    folder = await mkdtemp(join(tmpdir(), "airworthy-diagnosis-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const options = { report: () => {}, signal: new AbortController().signal };
  const attempt = (script: string, more: object = {}) =>
    runDiagnosis(task, scripted("somebody", script), { ...options, ...more });
  const answering = (answer: object, file = "agent_output.json") =>
    `printf '%s' '${JSON.stringify(answer)}' > /workspace/${file}`;
  const factors = (...names: readonly string[]) => names.map((name) => ({ name, reasoning: "r", evidence: "e" }));

  test("has the name of its file and the digest of its content.", () => {
    assert.equal(task.snapshot.name, "incident-01");
    assert.match(task.digest, /^sha256:[0-9a-f]{64}$/);
  });

  test("is passed by who knows the truth, and failed by who says nothing.", async () => {
    const knowing = await runDiagnosis(task, "oracle", options);
    assert.deepEqual([knowing.verdict, knowing.rewards?.reward, knowing.because], ["pass", 1, []]);
    const silent = await attempt("true");
    assert.deepEqual([silent.verdict, silent.rewards?.reward, silent.because], ["fail", 0, ["there is no answer"]]);
  });

  test("counts three questions apart, in either file, and says what was wrong.", async () => {
    const half = await attempt(
      answering(
        {
          incident: true,
          components: [{ name: "market/Service/storefront" }],
          contributing_factors: factors(right, "market/Service/bag"),
        },
        "answer.json",
      ),
      { directory: folder },
    );
    const { reward, detection, localisation } = half.rewards ?? {};
    assert.deepEqual([half.verdict, reward, detection, localisation], ["fail", 0.5, 1, 1]);
    assert.deepEqual(half.because, ["market/Service/bag is no root cause"]);
    assert.match(await readFile(join(folder, "answer.json"), "utf8"), /storefront-settings/);
    const malformed = await attempt("echo '{' > /workspace/agent_output.json");
    assert.equal(malformed.verdict, "fail");
    assert.match(malformed.because[0] ?? "", /^answer: expected JSON/);
  });

  test("shows its records and no label, read-only, and nothing of a network.", async () => {
    const { output } = await attempt(
      "ls -A /incident; touch /incident/x; grep -rl 'root_cause\\|ground_truth' /incident; command -v incident",
    );
    const names = ["alerts", "events", "logs", "metrics", "objects"].map((name) => `${name}.jsonl\n`);
    assert.ok(output.startsWith(`${names.join("")}snapshot.json\ntraces.jsonl\ntouch: `), output);
    assert.match(output, /Read-only file system\n$/);
  });

  test("offers tools where the run says so: by command and over MCP.", async () => {
    const hello = {
      ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    };
    const { output } = await attempt(
      [
        `incident alerts '{"limit": 1}'`,
        "incident | grep -c '^[a-z]'",
        `incident logs '{"limit": "many"}'`,
        `(printf '%s\\n' '${JSON.stringify(hello)}'; sleep 2) | incident-mcp | grep -o airworthy-snapshot`,
      ].join("\n"),
      { looking: "tools" },
    );
    assert.match(output, /^alerts: 1 to 1 of 2; go on with offset 1\n\{"name":"HighErrorRate"/);
    assert.match(output, /\n16\nerror: .*expected number/s);
    assert.match(output, /\nairworthy-snapshot\n$/);
  });

  test("is worked on by a model with these tools as its own.", async () => {
    const answer = {
      incident: true,
      components: [{ name: "market/Deployment/storefront" }],
      contributing_factors: factors(right),
    };
    await using endpoint = await startEndpoint([
      { calls: [{ server: "incident", tool: "changes", input: { limit: 1 } }] },
      { calls: [{ shell: answering(answer) }] },
      finish("done"),
    ]);
    const { modelAgent } = await models();
    const agent = await modelAgent("scripted/some-model", {
      settings: settingsFor(endpoint),
      env: { SCRIPTED_KEY: key },
    });
    const result = await runDiagnosis(task, agent, { ...options, looking: "tools" });
    assert.deepEqual([result.verdict, result.because, result.rewards?.localisation], ["pass", [], 1]);
    assert.deepEqual([result.usage.turns, endpoint.failures], [3, []]);
    assert.match(JSON.stringify(endpoint.exchanges.at(-1)), /changes: 1 to 1 of/);
  });
});
