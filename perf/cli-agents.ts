// What a command-line agent costs before it does anything: `node perf/cli-agents.ts [RUNS]`, as root. Each works on an
// empty task in a sandbox of its own, with a model that says at once that it is done; an empty program of Node, started
// in the same sandbox right before, is what any program costs there. The first request is what a model has to read
// before it knows the task: providers count tokens, we count bytes, of which English and JSON have some four a token.
import { type CliAgent, programs, startEndpoint } from "../src/agents/index.ts";
import { setScene } from "../test/sandbox/scene.ts";
import { line, middle, quiet, runsFrom } from "./measure.ts";

const specs: Readonly<Record<CliAgent, string>> = {
  claude: "claude/claude-sonnet-4-5",
  codex: "codex/gpt-5.5",
  gemini: "gemini/gemini-2.5-pro",
  opencode: "opencode/anthropic/claude-sonnet-4-5",
};
const bytesPerToken = 4;

const runs = runsFrom(process.argv.slice(2), 5);
const { agentOf, cliAgents, installAgent } = await programs();
await using scene = await setScene();
await using endpoint = await startEndpoint([{ say: "Nothing to do." }]);
const { url } = endpoint;
const env = {
  ...{ ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: "none", OPENAI_BASE_URL: url },
  ...{ GEMINI_API_KEY: "none", GOOGLE_GENERATIVE_AI_BASE_URL: url },
};

interface Sample {
  readonly node: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly requests: number;
}

async function once(agent: CliAgent): Promise<Sample> {
  const own = await agentOf(specs[agent], env);
  await using prepared = await own.prepare?.(quiet.signal);
  await using home = await scene.open(prepared?.equipment);
  const { seconds: node } = await home.exec(["node", "-e", "0"]);
  const before = endpoint.exchanges.length;
  const began = performance.now();
  const { how, output, usage } = await own.act(
    { home, instruction: "There is nothing to do.", limit: 600 },
    quiet.signal,
  );
  const seconds = (performance.now() - began) / 1_000;
  if (how !== "done") throw new Error(`${agent}: ${how}: ${output}`);
  const bytes = Buffer.byteLength(JSON.stringify(endpoint.exchanges[before]?.body));
  return { node, seconds, bytes, requests: usage?.turns ?? 0 };
}

const samples = new Map(cliAgents.map((agent) => [agent, [] as Sample[]]));
for (const agent of cliAgents) {
  const installed = await installAgent(agent);
  if ("missing" in installed) {
    console.log(`${agent}: not measured: ${installed.missing}`);
    samples.delete(agent);
  } else await once(agent); // Its files are read from the disk once.
}
for (let run = 0; run < runs; run += 1) {
  for (const [agent, taken] of samples) taken.push(await once(agent));
}
const node = middle([...samples.values()].flat().map((sample) => sample.node));
console.log(line("node -e 0 in a sandbox", node, "s"));
for (const [agent, taken] of samples) {
  const of = (field: keyof Sample) => middle(taken.map((sample) => sample[field]));
  console.log(line(`${agent}, an empty task`, of("seconds"), "s", { name: "node -e 0", value: node }));
  const tokens = of("bytes") / bytesPerToken / 1_000;
  console.log(line(`${agent}, first request of ${of("requests")}, about`, tokens, "thousand tokens"));
}
