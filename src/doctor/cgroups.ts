import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, forLocal } from "./finding.ts";

export interface Cgroups {
  readonly version: "v1" | "hybrid" | "v2" | "none";
  readonly controllers: readonly string[];
  readonly writable: boolean;
}

/** What kind of control groups the machine has. Hybrid: the old controllers, with a new tree that has none beside them. */
export function readCgroups(root = "/sys/fs/cgroup"): Cgroups {
  const unified = join(root, "cgroup.controllers");
  if (existsSync(unified)) {
    const controllers = readFileSync(unified, "utf8").trim().split(/\s+/).filter(Boolean);
    return { version: "v2", controllers, writable: writable(root) };
  }
  const folders = existsSync(root) ? readdirSync(root) : [];
  // `systemd` is a tree without a controller, kept only to name processes.
  const trees = folders.filter((name) => name !== "systemd" && existsSync(join(root, name, "tasks")));
  const controllers = trees.flatMap((name) => name.split(","));
  if (controllers.length === 0) return { version: "none", controllers, writable: false };
  const hybrid = existsSync(join(root, "unified", "cgroup.procs"));
  const memory = folders.find((name) => name.split(",").includes("memory"));
  return {
    version: hybrid ? "hybrid" : "v1",
    controllers,
    writable: memory !== undefined && writable(join(root, memory)),
  };
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const needed = ["cpu", "memory", "pids"];

export function cgroups(now: Cgroups = readCgroups()): Finding {
  const base = {
    requirement: `control groups with ${needed.join(", ")}`,
    neededFor: "limits of pods, out-of-memory kills",
  };
  const found = `${now.version}: ${now.controllers.join(" ") || "no controllers"}${now.writable ? "" : ", read-only"}`;
  const lacking = needed.filter((name) => !now.controllers.includes(name));
  if (lacking.length > 0) {
    const remedy = `mount /sys/fs/cgroup with ${lacking.join(", ")}; on some machines: boot with cgroup_enable=memory`;
    return { ...base, state: "missing", found, remedy };
  }
  if (now.writable) return { ...base, state: "ok", found };
  const remedy = "become root; inside a container: start it privileged, or with /sys/fs/cgroup mounted writable";
  return { ...base, state: "missing", found, remedy, neededFor: forLocal };
}
