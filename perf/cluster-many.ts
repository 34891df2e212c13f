// Clusters side by side: `node perf/cluster-many.ts [HOW-MANY]`. The baseline is one cluster alone, in the same run.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, defaultSpec, localProvider } from "../src/cluster/index.ts";
import { workload } from "../test/cluster/drafts.ts";
import { line, quiet, runsFrom, seconds } from "./measure.ts";

const many = runsFrom(process.argv.slice(2), 8);
const provider = localProvider();
const start = (index: number) => provider.create(defaultSpec(`many-${process.pid}-${index}`), quiet);

const readinessProbe = { httpGet: { path: "/", port: 80 }, periodSeconds: 1 };
const deployment = workload(
  "Deployment",
  "web",
  { image: "nginx:1.27", container: { readinessProbe } },
  { replicas: 2 },
);

async function rollOut(cluster: Cluster): Promise<void> {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  await cluster.client.create(path, deployment);
  while ((await cluster.client.get(`${path}/web`)).status?.availableReplicas !== 2) await sleep(100);
}

function memoryInUse(): number {
  const field = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/meminfo", "utf8"))?.[1]);
  return (field("MemTotal") - field("MemAvailable")) / 1024;
}

/** Busy share of one core, over some seconds in which nobody asks for anything. */
async function cores(forSeconds: number): Promise<number> {
  const look = () => (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/\s+/).slice(1).map(Number);
  const idle = (fields: readonly number[]) => (fields[3] ?? 0) + (fields[4] ?? 0);
  const before = look();
  await sleep(forSeconds * 1000);
  const after = look();
  const total = after.reduce((sum, value) => sum + value, 0) - before.reduce((sum, value) => sum + value, 0);
  const ticks = 100 * forSeconds; // of one core
  return (total - (idle(after) - idle(before))) / ticks;
}

await (await start(0))[Symbol.asyncDispose](); // Prepares what only the first one must.
const [quietMemory, quietCores] = [memoryInUse(), await cores(10)];

const clusters: Cluster[] = [];
const one = await seconds(async () => clusters.push(await start(1)));
const oneRollout = await seconds(() => rollOut(clusters[0] as Cluster));
await clusters.pop()?.[Symbol.asyncDispose]();

const all = await seconds(async () => {
  clusters.push(...(await Promise.all(Array.from({ length: many }, (_, index) => start(index + 10)))));
});
const allRollouts = await seconds(() => Promise.all(clusters.map(rollOut)));
await sleep(30_000);
const memory = (memoryInUse() - quietMemory) / many;
const load = ((await cores(20)) - quietCores) / many;
const down = await seconds(() => Promise.all(clusters.map((cluster) => cluster[Symbol.asyncDispose]())));

console.log(line("one cluster alone, until DNS answers", one, "s"));
console.log(line(`${many} at once, until all do`, all, "s", { name: "one", value: one }));
console.log(line("a rollout of two pods in one", oneRollout, "s"));
console.log(line(`${many} rollouts at once, one in each`, allRollouts, "s", { name: "one", value: oneRollout }));
console.log(line("memory of each, with its two pods", memory, "MB"));
console.log(line("idle cost of each, with its two pods", load * 100, "% of a core"));
console.log(line(`${many} taken down at once`, down, "s"));
