import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stateDirectory } from "./paths.ts";

const base = "/sys/fs/cgroup";

/** The parent of our cgroups. Another state directory is another world: its clusters are not ours to remove. */
export function cgroupParent(): string {
  return `airworthy-${createHash("sha256").update(stateDirectory()).digest("hex").slice(0, 8)}`;
}

/** The mount points under which a machine needs an own directory: one on v2, one for each controller on v1 and hybrid. */
function hierarchies(): string[] {
  if (existsSync(join(base, "cgroup.controllers"))) return [base];
  return readdirSync(base)
    .map((name) => join(base, name))
    .filter((path) => existsSync(join(path, "cgroup.procs")));
}

/** Makes `<parent>/<cluster>/<machine>` in every hierarchy, ready to be joined, and returns that path. */
export async function makeCgroup(cluster: string, machine: string): Promise<string> {
  const parts = [cgroupParent(), cluster, machine];
  for (const root of hierarchies()) {
    let at = root;
    for (const part of parts) {
      const parent = at;
      at = join(at, part);
      if (root === base) await passControllersDown(parent);
      await mkdir(at, { recursive: true });
      await fillCpuset(parent, at);
    }
  }
  return parts.join("/");
}

/**
 * On v2 a cgroup passes controllers on only when no process is in it. The process that made the machine is outside the
 * machine's view and still in there: it moves to the others, and then kubelet finds its controllers.
 */
export async function settleCgroup(cgroup: string, outerPid: number): Promise<void> {
  if (!hierarchies().includes(base)) return;
  await writeFile(join(base, cgroup, "system", "cgroup.procs"), String(outerPid));
  await passControllersDown(join(base, cgroup));
}

/** Removes a cluster's cgroups. Whatever still runs in them is killed first: nobody else may be in there. */
export async function removeCgroups(cluster: string): Promise<void> {
  for (const root of hierarchies()) {
    await removeTree(join(root, cgroupParent(), cluster));
    await rmdir(join(root, cgroupParent())).catch(() => {}); // Other clusters may still be in there.
  }
}

/** The clusters that have left a cgroup anywhere. */
export function clustersWithCgroups(): string[] {
  const names = hierarchies().flatMap((root) => {
    const dir = join(root, cgroupParent());
    if (!existsSync(dir)) return [];
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  });
  return [...new Set(names)];
}

async function removeTree(path: string): Promise<void> {
  if (!existsSync(path)) return;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeTree(join(path, entry.name));
  }
  // A killed process leaves its cgroup only when the kernel has finished with it, some milliseconds later.
  for (let attempt = 0; ; attempt++) {
    try {
      return await rmdir(path);
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code;
      if (code === "ENOENT") return;
      if (code !== "EBUSY" || attempt >= 100) throw thrown;
      await killAll(path);
      await sleep(20);
    }
  }
}

async function killAll(path: string): Promise<void> {
  const text = await readFile(join(path, "cgroup.procs"), "utf8").catch(() => "");
  for (const pid of text.split("\n").filter((line) => line !== "" && line !== "0")) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // Gone in the meantime.
    }
  }
}

async function passControllersDown(parent: string): Promise<void> {
  const available = (await readFile(join(parent, "cgroup.controllers"), "utf8")).trim().split(" ");
  for (const controller of available.filter(Boolean)) {
    await writeFile(join(parent, "cgroup.subtree_control"), `+${controller}`).catch(() => {
      // Some controllers cannot be passed on (cpu with real-time processes, say); kubelet names the ones it misses.
    });
  }
}

/** On v1 a new cpuset is empty and takes no process until it has processors and memory nodes. */
async function fillCpuset(parent: string, child: string): Promise<void> {
  for (const file of ["cpuset.cpus", "cpuset.mems"]) {
    if (!existsSync(join(child, file)) || existsSync(join(child, "cgroup.controllers"))) continue;
    if ((await readFile(join(child, file), "utf8")).trim() !== "") continue;
    await writeFile(join(child, file), await readFile(join(parent, file), "utf8"));
  }
}
