import { existsSync } from "node:fs";
import { chmod, mkdir, open, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, type Exit, type RunOptions, run, start, until } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import { makeCgroup, settleCgroup } from "./cgroups.ts";
import { kernelSettings, mountTable, systemDirectories } from "./mount-table.ts";

export interface MachineSpec {
  readonly cluster: string;
  readonly name: string;
  /** The directory of the machine's disk and logs; made if missing. */
  readonly directory: string;
  /** The directory of the Kubernetes programs, seen in the machine as /opt/airworthy/bin. */
  readonly tools: string;
  readonly binds?: readonly Bind[];
  /** Small files of the machine's disk, by absolute path in the machine. */
  readonly files?: Readonly<Record<string, string>>;
  /** What its programs are to use little of: memory where they will wait for long, time where they soon end. */
  readonly saves: "memory" | "time";
}

/** A path of the host that the machine sees: as it is, read-only, or as a private copy-on-write view. */
export interface Bind {
  readonly source: string;
  readonly target: string;
  readonly mode: "rw" | "ro" | "copy";
}

/** One computer of a cluster, made of namespaces. Everything in it ends when its first process ends. */
export interface Machine {
  readonly name: string;
  /** Its first process, as the host counts. */
  readonly pid: number;
  readonly root: string;
  readonly ended: Promise<number>;
  /** Runs a program of the host in the machine's network only: it sees the host's files and processes. */
  inNetwork(program: string, args: readonly string[], options?: RunOptions): Promise<Exit>;
  /** Runs a program in the machine to its end. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Exit>;
  /** Starts a program in the machine; its output goes to `<directory>/log/<label>.log`. */
  daemon(label: string, program: string, args: readonly string[]): Promise<Daemon>;
  stop(): Promise<void>;
}

export interface Daemon {
  readonly label: string;
  readonly child: Child;
  readonly log: string;
}

const script = join(dirname(fileURLToPath(import.meta.url)), "machine.sh");
const toolsInMachine = "/opt/airworthy/bin";
const path = `${toolsInMachine}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const env = { PATH: path, HOME: "/root", LANG: "C.UTF-8" };

/**
 * Go cleans up when its heap has grown by this many percent. Usual is 100; a cluster's start at 50 takes a seventh more of
 * the processor than at 200, and half of the memory afterwards.
 */
const growth = { memory: { GOGC: "50" }, time: { GOGC: "200" } };

/** Puts the caller into the machine's cgroup, out of the supervisor's, then becomes the program. */
const join_ = `for at in /sys/fs/cgroup /sys/fs/cgroup/*; do
  if [ -e $at/system/cgroup.procs ]; then echo 0 > $at/system/cgroup.procs; fi
done; exec "$@"`;

export async function bootMachine(spec: MachineSpec): Promise<Machine> {
  const root = join(spec.directory, "root");
  const logs = join(spec.directory, "log");
  await mkdir(logs, { recursive: true });
  const table = join(spec.directory, "mounts");
  await layOutDisk(root, table, spec);
  const cgroup = await makeCgroup(spec.cluster, spec.name);
  const log = join(logs, "machine.log");
  await using output = await open(log, "w");
  const outer = await start(
    "setpriv",
    // The kernel ends the machine when we end, however we end.
    ["--pdeathsig", "KILL", "sh", script, spec.name, root, table, cgroup],
    { stdio: ["ignore", output.fd, output.fd], env },
  );
  const up = await until(
    async () => {
      if (outer.raw.exitCode !== null || outer.raw.signalCode !== null) return "died" as const;
      const first = await firstProcess(outer.pid);
      return first !== undefined && existsSync(`/proc/${first}/root/run/airworthy/up`) && first;
    },
    { deadlineMs: 20_000, everyMs: 5 },
  );
  if (up === undefined || up === "died") {
    await outer.stop(0);
    throw new ClusterProblem("COMPONENT_DIED", `machine ${spec.name} did not start: ${await tail(log)}`, {
      hint: "run: airworthy doctor",
    });
  }
  const pid = up;
  await settleCgroup(cgroup, outer.pid);
  const enter = ["--target", String(pid), "--all", "--", "/bin/sh", "-c", join_, "sh"];

  return {
    name: spec.name,
    pid,
    root,
    ended: outer.exited,
    inNetwork: (program, args, options = {}) =>
      run("nsenter", [`--net=/proc/${pid}/ns/net`, "--", program, ...args], options),
    run: (program, args, options = {}) => run("nsenter", [...enter, program, ...args], { ...options, env }),
    daemon: async (label, program, args) => {
      const file = join(logs, `${label}.log`);
      await using out = await open(file, "a");
      const child = await start("nsenter", [...enter, program, ...args], {
        stdio: ["ignore", out.fd, out.fd],
        env: { ...env, ...growth[spec.saves] },
      });
      return { label, child, log: file };
    },
    stop: async () => void (await outer.stop(0)),
  };
}

/** Makes the directories and files of the machine's disk, and the table of what is mounted there. */
async function layOutDisk(root: string, table: string, { tools, binds = [], files = {} }: MachineSpec): Promise<void> {
  const settings = Object.keys(kernelSettings).filter((name) => existsSync(`/proc/sys/${name}`));
  const texts: Record<string, string> = { ...files };
  for (const name of settings) texts[`/etc/airworthy/${name}`] = `${kernelSettings[name]}\n`;
  const directories = [
    "/proc",
    "/sys",
    "/dev",
    "/run",
    "/tmp",
    "/root",
    "/opt/airworthy/bin",
    "/opt/cni/host",
    "/.old",
  ];
  directories.push("/etc/ssl", "/etc/alternatives", ...systemDirectories());
  for (const { source, target, mode } of binds) {
    if (mode === "copy") directories.push(`${target}.own`, `${target}.work`);
    if ((await stat(source)).isDirectory()) directories.push(target);
    else texts[target] = "";
  }
  for (const path of directories) await mkdir(join(root, path), { recursive: true });
  await chmod(join(root, "tmp"), 0o1777);
  for (const [at, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, at)), { recursive: true });
    // What lies in a directory of programs is one.
    await writeFile(join(root, at), text, { mode: dirname(at).endsWith("/bin") ? 0o755 : 0o644 });
  }
  for (const path of ["bin", "sbin", "lib", "lib32", "lib64"]) {
    if (existsSync(`/${path}`) && !existsSync(join(root, path))) await symlink(`usr/${path}`, join(root, path));
  }
  await mkdir(join(root, "/opt/cni/bin"), { recursive: true });
  for (const plugin of ["ptp", "host-local", "portmap", "loopback"]) {
    await symlink(`/opt/cni/host/${plugin}`, join(root, "/opt/cni/bin", plugin));
  }
  await writeFile(table, mountTable({ root, tools, binds, settings }));
}

async function firstProcess(outer: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${outer}/task/${outer}/children`, "utf8").catch(() => "");
  const first = Number.parseInt(children, 10);
  return Number.isNaN(first) ? undefined : first;
}

/** The end of a log, for errors. */
export async function tail(file: string, lines = 6): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trim().split("\n").slice(-lines).join("\n") || "it said nothing";
}
