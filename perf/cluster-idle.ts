// Where the idle cost of a cluster goes: `node perf/cluster-idle.ts [SECONDS]`. Memory is proportional (PSS): pages that
// programs share, such as the code of the multi-call binary, are counted once in all. "Own" is what is not backed by a
// file: the part that the kernel cannot take back, and that each further cluster costs again.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { attach, defaultSpec, destroyCluster, launch } from "../src/cluster/index.ts";
import { idOf } from "../test/cluster/leftovers.ts";
import { quiet, runsFrom } from "./measure.ts";

const forSeconds = runsFrom(process.argv.slice(2), 60);
const name = `idle-${process.pid}`;
await launch(defaultSpec(name), quiet);
const cluster = await attach(name);
const id = await idOf(name);
await sleep(30_000); // The start's own work is not idle cost.

interface Usage {
  readonly program: string;
  readonly ticks: number;
  readonly megabytes: number;
  readonly own: number;
}

/** Processes in the machines' cgroups, and the helpers on the host that carry the cluster's name or directory. */
function look(): Map<number, Usage> {
  const usages = new Map<number, Usage>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const inside = readFileSync(`/proc/${pid}/cgroup`, "utf8").includes(`/${id}/`);
      if (!inside && !line.some((word) => word.includes(name) || word.includes(id))) continue;
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0) / 1024;
      const program = line.find((word) => word.includes("supervisor."))
        ? "supervisor"
        : (line[0]?.split("/").at(-1) ?? "?");
      usages.set(pid, {
        program,
        ticks: Number(fields[11]) + Number(fields[12]),
        megabytes: field("Pss"),
        own: field("Pss_Anon"),
      });
    } catch {
      // It ended while we looked.
    }
  }
  return usages;
}

const before = look();
await sleep(forSeconds * 1000);
const after = look();
const byProgram = new Map<string, { megabytes: number; own: number; share: number }>();
for (const [pid, usage] of after) {
  const entry = byProgram.get(usage.program) ?? { megabytes: 0, own: 0, share: 0 };
  entry.megabytes += usage.megabytes;
  entry.own += usage.own;
  entry.share += (usage.ticks - (before.get(pid)?.ticks ?? usage.ticks)) / forSeconds;
  byProgram.set(usage.program, entry);
}
await cluster[Symbol.asyncDispose]();
await destroyCluster(name);

const rows = [...byProgram].sort((a, b) => b[1].megabytes - a[1].megabytes);
const sum = (field: "megabytes" | "own" | "share") => rows.reduce((all, [, row]) => all + row[field], 0);
const total = { megabytes: sum("megabytes"), own: sum("own"), share: sum("share") };
const columns = (name: string, ...values: string[]) =>
  console.log(name.padEnd(26) + values.map((value) => value.padStart(14)).join(""));
columns("program", "memory", "own", "of one core");
for (const [program, row] of [...rows, ["all", total] as const]) {
  columns(program, `${row.megabytes.toFixed(1)} MB`, `${row.own.toFixed(1)} MB`, `${row.share.toFixed(2)} %`);
}
