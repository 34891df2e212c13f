import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Agent, models, replay, startEndpoint, type Turn, trajectoryOf } from "../../src/agents/index.ts";
import { runHarborTrial } from "../../src/bench/index.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { harborPlan, loadTask } from "../../src/task/index.ts";
import { bash, type Scene, setScene, skip } from "../sandbox/scene.ts";
import { finish, key, play, settingsFor, told } from "./model-stage.ts";

const signal = new AbortController().signal;
const report = () => {};

describe("A trial with a model", { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await setScene();
  });
  after(() => scene[Symbol.asyncDispose]());

  /** A task that needs no cluster, tried by a model that plays a script. */
  async function attempt(turns: readonly Turn[], directory: string, env: NodeJS.ProcessEnv = { SCRIPTED_KEY: key }) {
    await using endpoint = await startEndpoint(turns);
    const { modelAgent } = await models();
    const agent = await modelAgent("scripted/some-model", {
      ...{ settings: settingsFor(endpoint, "openai"), env, patience: { tries: 2, firstWaitMs: 1 } },
    });
    return await trial(agent, directory);
  }

  async function trial(agent: Agent, directory: string) {
    const task = await loadTask("test/task/fixtures/tidy-shelf");
    const { plan } = harborPlan(task);
    assert.ok(plan);
    // Nothing in it asks for the API server.
    const clusters = async () => ({ ...scene.cluster, [Symbol.asyncDispose]: async () => {} }) as unknown as Cluster;
    return await runHarborTrial(task, plan, agent, { clusters, report, signal, directory });
  }

  async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-model-"));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test("passes by what it does, tells who acted and what it cost, and leaves no key.", async () => {
    const solution = await readFile("test/task/fixtures/tidy-shelf/solution/solve.sh", "utf8");
    await inFolder(async (folder) => {
      const tokens = { input: 7, output: 3 };
      const result = await attempt(
        [
          { calls: [{ shell: solution }], tokens },
          { ...finish("done"), tokens },
        ],
        folder,
      );
      assert.equal(result.verdict, "pass", `${result.because}\n${result.output}`);
      assert.deepEqual([result.agentInfo?.model, result.agentInfo?.prompt?.name], ["scripted/some-model", "bare"]);
      const { turns, toolCalls, commands, inputTokens, outputTokens, costUsd } = result.usage;
      assert.deepEqual([turns, toolCalls, commands, inputTokens, outputTokens, costUsd], [2, 2, 1, 14, 6, undefined]);
      const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      assert.ok(kept.some(({ name }) => name === "trajectory.json"));
      for (const { parentPath, name } of kept) assert.ok(!readFileSync(join(parentPath, name)).includes(key), name);
      assert.ok(!JSON.stringify(result).includes(key));
    });
  });

  test("is void where its provider fails, whatever the tests would have said, and keeps what was done.", async () => {
    await inFolder(async (folder) => {
      const turns: Turn[] = [{ calls: [{ shell: "echo begun" }] }, { say: "", trouble: { is: 529 } }];
      const { verdict, because, usage } = await attempt(turns, folder);
      assert.deepEqual([verdict, usage.turns], ["void", 1]);
      assert.match(because[0] ?? "", /^529 scripted trouble 529/);
      const { steps } = JSON.parse(await readFile(join(folder, "trajectory.json"), "utf8"));
      assert.equal(steps[2].observation.results[0].content, "begun");
    });
  });

  test("is void before it begins where there is no key, and says which variable to set.", async () => {
    await inFolder(async (folder) => {
      const { verdict, because, steps } = await attempt([finish("done")], folder, {});
      assert.deepEqual([verdict, because], ["void", ["scripted: expected a key in $SCRIPTED_KEY, found none"]]);
      assert.ok(!steps.some(({ name }) => name === "act"));
    });
  });

  test("has what its agent brings in the sandbox, tells what was refused, keeps its files, and ends it afterwards.", async () => {
    await inFolder(async (folder) => {
      const seen: string[] = [];
      const agent: Agent = {
        name: "equipped",
        prepare: async () => ({
          equipment: { files: [{ path: "/workspace/brought", content: "by the agent" }], env: { BROUGHT: "too" } },
          attempts: () => [{ time: new Date().toISOString(), text: "connect to example.org:443" }],
          keep: (directory) => writeFile(join(directory, "own.txt"), "kept"),
          [Symbol.asyncDispose]: async () => void seen.push("ended"),
        }),
        act: async ({ home }) => {
          const { stdout } = await home.exec(["sh", "-c", 'cat /workspace/brought; echo " $BROUGHT"']);
          seen.push(stdout);
          return { how: "done", output: "" };
        },
      };
      const { attempts, timeline } = await trial(agent, folder);
      assert.deepEqual(seen, ["by the agent too\n", "ended"]);
      assert.deepEqual(
        attempts?.map(({ text }) => text),
        ["connect to example.org:443"],
      );
      assert.deepEqual(
        timeline.map(({ kind, ok }) => [kind, ok]),
        [["attempt", false]],
      );
      assert.equal(await readFile(join(folder, "own.txt"), "utf8"), "kept");
    });
  });

  test("can be replayed without the model.", async () => {
    await using home = await scene.open();
    const line = "[[ a == a ]] && echo bash; pwd; cd /tmp";
    const { acted } = await play([{ calls: [{ shell: line }, { shell: "pwd" }] }, finish("done")], { stage: { home } });
    const trajectory = trajectoryOf({ name: "x" }, { instruction: "x", at: new Date() }, acted.deeds ?? []);
    await bash(home, "rm /workspace/answer.json");
    const again = replay("again", JSON.parse(JSON.stringify(trajectory)));
    const replayed = await again.act({ home, instruction: "x", limit: 60 }, signal);
    assert.deepEqual(
      told(replayed).map(([, text]) => text?.trim()),
      told(acted)
        .slice(0, 2)
        .map(([, text]) => text),
    );
  });
});
