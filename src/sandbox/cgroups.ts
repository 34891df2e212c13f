import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stateDirectory } from "../cluster/index.ts";
import type { Limits } from "./model.ts";

/** A sandbox's control groups: one directory on v2, one for each controller on v1 and hybrid. */
export interface Group {
  /** Whoever writes itself into these is limited. */
  readonly members: readonly string[];
  /** What no controller of this machine limits. */
  readonly unlimited: readonly ("memory" | "processes" | "cpu")[];
  /** For one command: so that it can be ended with all that it started. */
  within(name: string): Promise<InnerGroup>;
}

export interface InnerGroup {
  readonly members: readonly string[];
  /** How often a limit was run against, by anybody since the sandbox began, or by this group; 0 where nobody counts. */
  strikes(): Promise<Strikes>;
  /** Ends all of it; undefined where no group says what that is. */
  readonly kill: (() => Promise<void>) | undefined;
  /** Gone, unless something of it goes on. */
  leave(): Promise<void>;
}

export interface Strikes {
  readonly memory: number;
  readonly processes: number;
}

const base = "/sys/fs/cgroup";
const isUnified = () => existsSync(join(base, "cgroup.controllers"));

/** Another state directory is another world: its sandboxes are not ours to remove. */
const parent = () => `airworthy-sandboxes-${createHash("sha256").update(stateDirectory()).digest("hex").slice(0, 8)}`;

type Controller = "memory" | "pids" | "cpu";
const controllers = ["memory", "pids", "cpu"] as const;

/** The hierarchy of a controller; on v2 all have the same. */
function hierarchyOf(controller: Controller): string | undefined {
  if (isUnified()) return base;
  if (!existsSync(base)) return undefined;
  const name = readdirSync(base).find(
    (each) => each.split(",").includes(controller) && existsSync(join(base, each, "cgroup.procs")),
  );
  return name === undefined ? undefined : join(base, name);
}

const hierarchies = () => [...new Set(controllers.flatMap((controller) => hierarchyOf(controller) ?? []))];

/** Where a sandbox's groups are, or would be. */
export const groupDirectories = (slot: number) => hierarchies().map((root) => join(root, parent(), String(slot)));

export async function makeGroup(slot: number, limits: Limits): Promise<Group> {
  const at = new Map<Controller, string>();
  for (const controller of controllers) {
    const root = hierarchyOf(controller);
    const directory = root && (await makeDirectory(root, slot));
    if (directory) at.set(controller, directory);
  }
  const set = (controller: Controller, files: Readonly<Record<string, string>>) =>
    writeFirst(at.get(controller), files);
  const memory = await set("memory", {
    "memory.max": String(limits.memory),
    "memory.limit_in_bytes": String(limits.memory),
  });
  // Swapping is as bad for the neighbours as memory; where there is none, there is no such file either.
  await set("memory", { "memory.swap.max": "0", "memory.memsw.limit_in_bytes": String(limits.memory) });
  const processes = await set("pids", { "pids.max": String(limits.processes) });
  const quota = String(Math.round(limits.cpus * 100_000));
  const cpu = await set("cpu", { "cpu.max": `${quota} 100000`, "cpu.cfs_quota_us": quota });
  const directories = [...new Set(at.values())];
  const tracker = at.get("pids") ?? directories[0];
  return {
    members: directories.map((directory) => join(directory, "cgroup.procs")),
    unlimited: Object.entries({ memory, processes, cpu }).flatMap(([name, holds]) =>
      holds ? [] : [name as "memory" | "processes" | "cpu"],
    ),
    within: async (name) => {
      const directory = tracker === undefined ? undefined : join(tracker, name);
      if (directory) await mkdir(directory);
      const others = directories.filter((each) => each !== tracker);
      return {
        members: [...others, ...(directory ? [directory] : [])].map((each) => join(each, "cgroup.procs")),
        strikes: async () => ({
          memory: await counted(at.get("memory"), ["memory.events", "memory.oom_control"], "oom_kill"),
          // On v1 the group that hit the limit of one above it counts, on v2 the one whose limit it is.
          processes:
            (await counted(at.get("pids"), ["pids.events"], "max")) +
            (await counted(directory, ["pids.events"], "max")),
        }),
        kill: directory === undefined ? undefined : () => killAll(directory),
        leave: async () => {
          if (directory) await rmdir(directory).catch(() => {});
        },
      };
    },
  };
}

async function makeDirectory(root: string, slot: number): Promise<string | undefined> {
  const above = join(root, parent());
  const directory = join(above, String(slot));
  for (let attempt = 0; ; attempt++) {
    try {
      // One by one: with `recursive` Node takes a filesystem that is read-only for one that has no such directory.
      for (const each of [above, directory]) await mkdir(each).catch(unlessThere);
      if (isUnified()) for (const each of [root, above]) await passDown(each);
      return directory;
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code ?? "";
      // A container without its own control groups: limits of single processes are all there is.
      if (["EROFS", "EACCES", "EPERM"].includes(code)) return undefined;
      // The last sandbox of another process ended just now, and the directory above went with it.
      if (code !== "ENOENT" || attempt >= 20) throw thrown;
    }
  }
}

function unlessThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== "EEXIST") throw thrown;
}

/** Refused in a container whose own processes are in that group; what is missing then shows in the missing files. */
async function passDown(directory: string): Promise<void> {
  for (const controller of controllers) {
    await writeFile(join(directory, "cgroup.subtree_control"), `+${controller}`).catch(() => {});
  }
}

/** Writes the file that this version of control groups has. */
async function writeFirst(directory: string | undefined, files: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [name, value] of Object.entries(files)) {
    const path = join(directory ?? "", name);
    if (directory === undefined || !existsSync(path)) continue;
    const written = await writeFile(path, value).then(
      () => true,
      () => false,
    );
    if (written) return true;
  }
  return false;
}

async function counted(directory: string | undefined, files: readonly string[], word: string): Promise<number> {
  for (const file of files) {
    const text = await readFile(join(directory ?? "/nowhere", file), "utf8").catch(() => "");
    const count = new RegExp(`^${word} (\\d+)$`, "m").exec(text)?.[1];
    if (count !== undefined) return Number(count);
  }
  return 0;
}

/** Nothing new may start while the old is killed: whoever forks without end would always be ahead of us. */
async function killAll(directory: string): Promise<void> {
  await writeFirst(directory, { "cgroup.kill": "1", "pids.max": "0" });
  for (let attempt = 0; attempt < 500; attempt++) {
    const members = processesOf(directory);
    if (members.length === 0) return;
    for (const pid of members) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone in the meantime.
      }
    }
    await sleep(10);
  }
}

/** Those that can still be signalled; 0 stands for one that we cannot name. */
function processesOf(directory: string): number[] {
  try {
    return readFileSync(join(directory, "cgroup.procs"), "utf8").split("\n").map(Number).filter(Boolean);
  } catch {
    return []; // Removed while we looked.
  }
}

export function slotsWithGroups(): number[] {
  const names = hierarchies().flatMap((root) => {
    const above = join(root, parent());
    return existsSync(above) ? readdirSync(above).filter((name) => /^\d+$/.test(name)) : [];
  });
  return [...new Set(names)].map(Number);
}
