import { existsSync } from "node:fs";
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, type Exit, type RunOptions, run, start, until } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import { makeCgroup } from "./cgroups.ts";

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

/** Puts the caller into the machine's cgroup, out of the supervisor's, then becomes the program. */
const join_ = `for at in /sys/fs/cgroup /sys/fs/cgroup/*; do
  if [ -e $at/system/cgroup.procs ]; then echo 0 > $at/system/cgroup.procs; fi
done; exec "$@"`;

export async function bootMachine(spec: MachineSpec): Promise<Machine> {
  const root = join(spec.directory, "root");
  const logs = join(spec.directory, "log");
  await mkdir(logs, { recursive: true });
  for (const [at, text] of Object.entries(spec.files ?? {})) {
    await mkdir(dirname(join(root, at)), { recursive: true });
    await writeFile(join(root, at), text);
  }
  const cgroup = await makeCgroup(spec.cluster, spec.name);
  const binds = (spec.binds ?? []).map((bind) => `${bind.mode}:${bind.source}:${bind.target}`);
  const log = join(logs, "machine.log");
  await using output = await open(log, "w");
  const outer = await start(
    "setpriv",
    // The kernel ends the machine when we end, however we end.
    ["--pdeathsig", "KILL", "sh", script, spec.name, root, spec.tools, cgroup, ...binds],
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
        env,
      });
      return { label, child, log: file };
    },
    stop: async () => void (await outer.stop(0)),
  };
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
