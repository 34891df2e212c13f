// How long a teardown takes: `node perf/cluster-teardown.ts [RUNS]`, for the caller, and until nothing is left.
// The baseline is the start of the same cluster.
import { existsSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultSpec, destroyCluster, launch } from "../src/cluster/index.ts";
import { line, middle, quiet, runsFrom, seconds } from "./measure.ts";

const runs = runsFrom(process.argv.slice(2), 3);
const name = `gone-${process.pid}`;
const state = process.env.AIRWORTHY_STATE ?? "/var/lib/airworthy";
const [starts, waits, ends]: [number[], number[], number[]] = [[], [], []];
for (let run = 0; run < runs; run += 1) {
  starts.push(await seconds(() => launch(defaultSpec(name), quiet)));
  const id = (await readlink(join(state, "names", name))).split("/").at(-1) ?? "";
  const began = performance.now();
  waits.push(await seconds(() => destroyCluster(name)));
  // The janitor removes processes and cgroups first and the directory last.
  while (existsSync(join(state, "clusters", id))) await sleep(5);
  ends.push((performance.now() - began) / 1000);
}
const baseline = { name: "its start", value: middle(starts) };
console.log(line("start", middle(starts), "s"));
console.log(line("teardown, until the caller goes on", middle(waits), "s", baseline));
console.log(line("teardown, until nothing is left", middle(ends), "s", baseline));
