import { existsSync, lstatSync, readFileSync } from "node:fs";
import type { Bind } from "./machine.ts";

export interface TableInput {
  readonly root: string;
  readonly tools: string;
  readonly binds: readonly Bind[];
  /** Where the files lie that stand for kernel settings, below the machine's root. */
  readonly settings: readonly string[];
}

/** The settings that kubelet insists on. It would change them for the whole host, so it finds what it wants. */
export const kernelSettings: Readonly<Record<string, string>> = {
  "vm/overcommit_memory": "1",
  "vm/panic_on_oom": "0",
  "kernel/panic": "10",
  "kernel/panic_on_oops": "1",
  "kernel/keys/root_maxkeys": "1000000",
  "kernel/keys/root_maxbytes": "25000000",
};

/** Where network plugins are found: the runtime looks in one place, distributions have them in one of these. */
const pluginDirectory = () =>
  ["/opt/cni/bin", "/usr/libexec/cni", "/usr/lib/cni"].find((path) => existsSync(`${path}/ptp`));

/** Everything that is mounted below a machine's root, in order, as `mount --all --fstab` reads it: one process for all. */
export function mountTable({ root, tools, binds, settings }: TableInput): string {
  const rows: string[][] = [[root, root, "none", "bind"]];
  const show = (source: string, target: string, options = "bind,ro") =>
    rows.push([source, `${root}${target}`, "none", options]);

  for (const path of systemDirectories()) show(path, path);
  show(tools, "/opt/airworthy/bin");
  for (const path of ["/etc/ssl", "/etc/alternatives"]) if (existsSync(path)) show(path, path);
  const plugins = pluginDirectory();
  if (plugins) show(plugins, "/opt/cni/host");
  for (const { source, target, mode } of binds) {
    if (mode !== "copy") show(source, target, mode === "ro" ? "bind,ro" : "bind");
    else {
      const at = `${root}${target}`;
      rows.push(["overlay", at, "overlay", `lowerdir=${source},upperdir=${at}.own,workdir=${at}.work`]);
    }
  }
  rows.push(["proc", `${root}/proc`, "proc", "nosuid,nodev,noexec"]);
  for (const setting of settings) show(`${root}/etc/airworthy/${setting}`, `/proc/sys/${setting}`);
  rows.push(["sysfs", `${root}/sys`, "sysfs", "ro,nosuid,nodev,noexec"], ...cgroupRows(`${root}/sys/fs/cgroup`));
  rows.push(
    ["dev", `${root}/dev`, "tmpfs", "mode=755,nosuid"],
    ["devpts", `${root}/dev/pts`, "devpts", "newinstance,ptmxmode=0666,mode=620,X-mount.mkdir"],
    ["shm", `${root}/dev/shm`, "tmpfs", "mode=1777,X-mount.mkdir"],
    ["mqueue", `${root}/dev/mqueue`, "mqueue", "defaults,X-mount.mkdir"],
    ["run", `${root}/run`, "tmpfs", "mode=755"],
  );
  return rows.map((row) => `${row.map(asField).join(" ")} 0 0\n`).join("");
}

/** Merged into /usr nearly everywhere by now; where not, they are directories to show as well. */
export function systemDirectories(): string[] {
  const old = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"].filter((path) => existsSync(path));
  return ["/usr", ...old.filter((path) => !lstatSync(path).isSymbolicLink())];
}

/** The host's hierarchies again: in a cgroup namespace of its own, a machine sees in each only what is below itself. */
function cgroupRows(at: string): string[][] {
  const base = "/sys/fs/cgroup";
  if (existsSync(`${base}/cgroup.controllers`)) return [["cgroup2", at, "cgroup2", "defaults"]];
  const rows = [["cgroups", at, "tmpfs", "mode=755"]];
  for (const line of readFileSync("/proc/self/mountinfo", "utf8").split("\n")) {
    const [left = "", right = ""] = line.split(" - ");
    const target = left.split(" ")[4] ?? "";
    const [type = "", , options = ""] = right.split(" ");
    if (!target.startsWith(`${base}/`)) continue;
    const place = `${at}${target.slice(base.length)}`;
    if (type === "cgroup2") rows.push(["cgroup2", place, "cgroup2", "defaults,X-mount.mkdir"]);
    if (type !== "cgroup") continue;
    const words = options.split(",").filter((word) => !/^(rw|ro|xattr|clone_children|release_agent=.*)$/.test(word));
    const names = words.some((word) => word.startsWith("name=")) ? ["none", ...words] : words;
    rows.push(["cgroup", place, "cgroup", `${names.join(",")},X-mount.mkdir`]);
  }
  return rows;
}

/** White space ends a field of the table. */
function asField(field: string): string {
  return field.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
