// What the harness adds to a turn of a model: `node perf/model-turn.ts [TURNS]`, as root. Four loops in this process, each
// with a sandbox of its own, against an endpoint in another process that answers at once; each turn runs `true`. Beside
// them, four at a time in turn with them, is what a turn comes to without any harness: the same request by a bare fetch,
// and the same command in a bare shell. Processor time is told as well: on a machine that does other things meanwhile it
// says more than the clock.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { models, startEndpoint, type Turn } from "../src/agents/index.ts";
import type { Sandbox } from "../src/sandbox/index.ts";
import { setScene } from "../test/sandbox/scene.ts";
import { line, middle, runsFrom } from "./measure.ts";

/** Milliseconds of a turn, at the median: more would be felt as the model's own slowness. */
const allowed = 50;
const parallel = 4;
const rounds = 3;
const [word] = process.argv.slice(2);
if (word === "endpoint") await answer();
else await measure(runsFrom(process.argv.slice(2), 30));

/** The endpoint, in a process of its own: a model is not in ours either. */
async function answer(): Promise<void> {
  const turns: Turn[] = Array.from({ length: 1_000 }, () => ({ calls: [{ shell: "true" }] }));
  const { url } = await startEndpoint(turns);
  console.log(url);
}

async function measure(turns: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "endpoint"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  stack.defer(() => void child.kill());
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  const scene = stack.use(await setScene());
  const homes: Sandbox[] = [];
  for (let each = 0; each < parallel; each += 1) homes.push(stack.use(await scene.open()));

  await Promise.all(homes.map((home) => play(url, home, 3))); // The first turns load and compile.
  const [ours, asking, bare, fetching]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [busy, idle]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const before = processorTime();
    for (const played of await Promise.all(homes.map((home) => play(url, home, turns)))) {
      ours.push(...played.turns);
      asking.push(...played.asking);
    }
    const between = processorTime();
    for (const done of await Promise.all(homes.map(() => without(url, turns)))) {
      bare.push(...done.turns);
      fetching.push(...done.fetching);
    }
    busy.push((between - before) / (parallel * turns));
    idle.push((processorTime() - between) / (parallel * turns));
  }
  const [turn, floor] = [middle(ours), middle(bare)];
  console.log(`${parallel} at once, ${ours.length} turns`);
  console.log(line("a turn without a harness: fetch, then bash -c true", floor, "ms"));
  console.log(line("a turn", turn, "ms", { name: "that", value: floor }));
  console.log(line("  asking, by a bare fetch", middle(fetching), "ms"));
  console.log(line("  asking, by the loop", middle(asking), "ms", { name: "that", value: middle(fetching) }));
  console.log(line("processor time without a harness", middle(idle), "ms"));
  console.log(line("processor time of a turn", middle(busy), "ms", { name: "that", value: middle(idle) }));
  const above = turn - floor;
  console.log(
    `${line("what the harness adds to a turn", above, "ms")}   ${above <= allowed ? "within" : "over"} ${allowed} ms`,
  );
}

/** Of this process and of all that it started and saw end, in milliseconds. */
function processorTime(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ").slice(11, 15).map(Number) ?? [];
  return fields.reduce((sum, ticks) => sum + ticks * 10, 0);
}

interface Measured {
  /** Milliseconds of each whole turn. */
  readonly turns: readonly number[];
}

async function play(url: string, home: Sandbox, turns: number): Promise<Measured & { asking: readonly number[] }> {
  const { modelAgent } = await models();
  const source = { name: "scripted", provider: "anthropic", url: `${url}/v1`, keyVariables: [], models: [] } as const;
  const agent = await modelAgent("scripted/model@careful", {
    ...{ settings: { sources: [source], servers: [], budget: { turns: turns + 1 } }, env: {} },
  });
  const stage = { instruction: "Make it work again.", limit: 3_600, home };
  const { how, output, deeds = [] } = await agent.act(stage, new AbortController().signal);
  const steps = deeds.filter(({ source: from }) => from === "agent");
  if (how !== "stopped" || steps.length !== turns + 1) throw new Error(`${how} after ${steps.length} turns: ${output}`);
  const times = steps.map(({ timestamp }) => Date.parse(timestamp));
  return {
    turns: times.slice(1).map((time, at) => time - (times[at] ?? 0)),
    asking: steps.slice(1).map(({ metrics }) => (metrics?.extra?.provider_seconds ?? Number.NaN) * 1_000),
  };
}

async function without(url: string, turns: number): Promise<Measured & { fetching: readonly number[] }> {
  const body = JSON.stringify({
    ...{ model: "model", max_tokens: 4_096, stream: true, tools: [{ name: "bash" }] },
    messages: [{ role: "user", content: "Make it work again." }],
  });
  const [whole, fetching]: [number[], number[]] = [[], []];
  for (let each = 0; each < turns; each += 1) {
    const began = performance.now();
    await (await fetch(`${url}/v1/messages`, { method: "POST", body })).text();
    fetching.push(performance.now() - began);
    await once(spawn("bash", ["-c", "true"], { stdio: "ignore" }), "exit");
    whole.push(performance.now() - began);
  }
  return { turns: whole, fetching };
}
