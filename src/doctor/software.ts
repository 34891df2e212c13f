import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  cacheDirectory,
  installCommand,
  type Listing,
  lacking,
  systemPackages,
  thisMachine,
} from "../toolchain/index.ts";
import { type Finding, forLocal } from "./finding.ts";

/** The system's packages, each by what it brings. */
export function packages(machine = thisMachine()): Finding[] {
  return systemPackages.map((item) => {
    const base = { requirement: `package ${item.debian}`, neededFor: item.reason };
    const missing = lacking(item, machine);
    if (missing.length === 0) return { ...base, state: "ok", found: "installed" };
    const remedy = machine.apt
      ? `${machine.isRoot ? "installed by npm start, or run" : "run as root"}: ${installCommand([item])}`
      : `install with your system's package manager what brings ${missing.join(", ")}`;
    return { ...base, state: "missing", found: `not found: ${missing.join(", ")}`, remedy };
  });
}

/** Components that Airworthy brings itself. One that is not here yet is no fault: it comes when it is needed. */
export function component(item: Listing): Finding {
  const base = { requirement: `${item.name} ${item.version}`, neededFor: item.purpose };
  if (item.state === "cached") return { ...base, state: "ok", found: `in the cache, from ${item.from}` };
  if (item.state === "damaged") {
    const remedy = `nothing has to be done: it is made anew when it is needed; to do it now: airworthy toolchain get ${item.name}`;
    return { ...base, state: "warning", found: `damaged in the cache: ${item.damage}`, remedy };
  }
  return { ...base, state: "ok", found: `not here yet; when it is needed: ${item.ways.join(", else ")}` };
}

/** The compiler matters only as long as something is left to build. */
export function compiler(list: readonly Listing[]): Finding {
  const base = { requirement: "Go", neededFor: "building components from source" };
  const go = list.find((item) => item.name === "go");
  const unbuilt = list.filter((item) => item.state !== "cached" && item.ways.some((way) => way.startsWith("build")));
  if (unbuilt.length === 0) return { ...base, state: "ok", found: "not needed: everything is built" };
  if (go?.state === "cached") return { ...base, state: "ok", found: `Go ${go.version}` };
  const names = unbuilt.map((item) => item.name).join(", ");
  return { ...base, state: "ok", found: `for ${names}; when it is needed: ${go?.ways.join(", else ")}` };
}

/** What earlier runs left behind: work that was never finished, and clusters that died. */
export function leftovers(deadClusters: readonly string[] = []): Finding[] {
  const base = { neededFor: "a clean machine" };
  const unfinished = join(cacheDirectory(), "unfinished");
  const names = listed(unfinished);
  const work: Finding = { ...base, requirement: "no unfinished work in the cache", state: "ok", found: "none" };
  const dead: Finding = { ...base, requirement: "no dead clusters", state: "ok", found: "none" };
  return [
    names.length === 0
      ? work
      : {
          ...work,
          state: "warning",
          found: `${names.join(", ")} (of a process that works now, or one that was killed)`,
          remedy: `nothing has to be done; if no airworthy runs: rm -r ${unfinished}`,
        },
    deadClusters.length === 0
      ? dead
      : {
          ...dead,
          state: "warning",
          found: deadClusters.join(", "),
          remedy: "run: airworthy cluster prune",
          neededFor: forLocal,
        },
  ];
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
