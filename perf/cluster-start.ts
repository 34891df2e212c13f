// How long until a cluster can be used: `node perf/cluster-start.ts [RUNS]`. The baseline is the time that kube-apiserver
// and etcd alone need on this machine, now: no cluster can be there before them.
import { defaultSpec, destroyCluster, keepSpare, launch, localProvider } from "../src/cluster/index.ts";
import { startApiServerAlone } from "./api-server-alone.ts";
import { line, median, quiet, runsFrom, seconds } from "./measure.ts";

const runs = runsFrom(process.argv.slice(2), 3);
const name = `perf-${process.pid}`;

// Once, outside the clock: whatever the first cluster on a machine must prepare.
await (await localProvider().create(defaultSpec(name), quiet))[Symbol.asyncDispose]();

const floor = await median(runs, startApiServerAlone);
const owned = await median(runs, async () => {
  let cluster: AsyncDisposable | undefined;
  const time = await seconds(async () => {
    cluster = await localProvider().create(defaultSpec(name), quiet);
  });
  await cluster?.[Symbol.asyncDispose]();
  return time;
});
const launched = await median(runs, async () => {
  const time = await seconds(() => launch(defaultSpec(name), quiet));
  await destroyCluster(name);
  return time;
});
const spared = await median(runs, async () => {
  await keepSpare(defaultSpec(name), quiet);
  const time = await seconds(() => launch(defaultSpec(name), quiet));
  await destroyCluster(name);
  return time;
});

const baseline = { name: "the API server alone", value: floor };
console.log(line("kube-apiserver and etcd alone, until /readyz", floor, "s"));
console.log(line("cluster with Ready node and DNS, in a program", owned, "s", baseline));
console.log(line("the same, by `cluster up` (own supervisor)", launched, "s", baseline));
console.log(line("from a spare that waits", spared, "s", baseline));
