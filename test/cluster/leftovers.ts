import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../src/process/index.ts";

export const state = process.env.AIRWORTHY_STATE ?? "/var/lib/airworthy";

/** The id under which a cluster of that name keeps its files. */
export async function idOf(name: string): Promise<string> {
  const { stdout } = await run("readlink", [join(state, "names", name)]);
  return stdout.trim().split("/").at(-1) ?? "";
}

/** What is left on this host of a cluster: its name, files, processes, cgroups and mounts, one line for each. */
export async function leftovers(name: string, id?: string): Promise<string[]> {
  const found: string[] = [];
  if (existsSync(join(state, "names", name))) found.push(`name ${name}`);
  for (const each of existsSync(join(state, "clusters")) ? readdirSync(join(state, "clusters")) : []) {
    const record = await readFile(join(state, "clusters", each, "cluster.json"), "utf8").catch(() => "");
    if (each === id || record.includes(`"name": "${name}"`)) found.push(`directory of ${each}`);
  }
  const words = [name, ...(id ? [id] : [])];
  const { stdout } = await run("ps", ["-eo", "pid,args"]);
  for (const line of stdout.split("\n")) {
    const pid = Number.parseInt(line, 10);
    if (pid !== process.pid && words.some((word) => line.includes(word))) found.push(`process ${line.trim()}`);
  }
  if (!id) return found;
  if (existsSync(join(state, "logs", `${id}.log`))) found.push(`log of ${id}`);
  const { stdout: groups } = await run("find", ["/sys/fs/cgroup", "-maxdepth", "3", "-type", "d", "-name", id]);
  found.push(
    ...groups
      .split("\n")
      .filter(Boolean)
      .map((path) => `cgroup ${path}`),
  );
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  found.push(...mounts.filter((line) => line.includes(id)).map((line) => `mount ${line}`));
  return found;
}

/** The namespaces of a process, as the kernel numbers them. */
export function namespacesOf(pid: number): string[] {
  return ["pid", "mnt", "net", "uts", "ipc", "cgroup"].map((kind) => readlinkSync(`/proc/${pid}/ns/${kind}`));
}

/** Every process that is in one of these namespaces, with its start time: a number alone may be used again. */
export function processesIn(namespaces: readonly string[]): string[] {
  const found: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (namespacesOf(Number(pid)).some((each) => namespaces.includes(each))) found.push(startOf(pid));
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** Those of the processes that still run. Without one of them no namespace of theirs exists either. */
export function stillRunning(processes: readonly string[]): string[] {
  return processes.filter((each) => {
    try {
      return startOf(each.split("@")[0] ?? "") === each;
    } catch {
      return false;
    }
  });
}

function startOf(pid: string): string {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return `${pid}@${text.slice(text.lastIndexOf(")") + 2).split(" ")[19]}`;
}
