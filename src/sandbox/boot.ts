import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Command } from "../cluster/index.ts";
import { type Child, start } from "../process/index.ts";
import { SandboxProblem } from "./problem.ts";
import type { Slot } from "./slots.ts";

const script = join(dirname(fileURLToPath(import.meta.url)), "sandbox.sh");

export interface BootOptions {
  readonly slot: Slot;
  readonly image: string;
  /** Bytes. */
  readonly disk: number;
  readonly network: "own" | "joined";
  /** The address that its own network has beside the loopback's. */
  readonly address: string;
  readonly members: readonly string[];
  /** Puts a program into the network to join. */
  readonly join: ((program: string, args: readonly string[]) => Command) | undefined;
}

export interface Booted {
  /** The sandbox's first process, as the host counts. */
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Ends everything in the sandbox, and waits until the kernel has. */
  end(): Promise<void>;
}

/** Starts the first process of a sandbox. The kernel ends it when we end, however we end. */
export async function boot(options: BootOptions): Promise<Booted> {
  const { slot, image, disk, network, address, members } = options;
  // A page for each file at the least, so that empty ones do not go on for ever.
  const quota = `size=${disk},nr_inodes=${Math.max(4_096, Math.ceil(disk / 8_192))}`;
  const words = ["--pdeathsig", "KILL", "sh", script, slot.directory, image, quota, network, address, ...members];
  const command =
    network === "joined" && options.join
      ? options.join("setpriv", words)
      : { file: "setpriv", args: words, env: process.env };
  const env = { PATH: command.env.PATH, LANG: "C.UTF-8" };
  const outer = await start(command.file, command.args, { stdio: ["pipe", "pipe", "pipe"], env });
  let said = "";
  outer.raw.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  try {
    const { stdin, stdout } = outer.raw;
    if (!stdin || !stdout) throw new Error("expected pipes");
    for await (const line of createInterface({ input: stdout })) {
      if (line === "up") return booted(outer, await firstProcess(outer.pid));
      if (line !== "map") continue;
      const pid = await firstProcess(outer.pid);
      for (const map of ["uid_map", "gid_map"]) await writeFile(`/proc/${pid}/${map}`, `0 ${slot.firstUid} 65536`);
      stdin.end("\n");
    }
  } catch (thrown) {
    said += String(thrown);
  }
  await outer.stop(0);
  throw new SandboxProblem("NOT_STARTED", `sandbox: did not start: ${said.trim() || "it said nothing"}`, {
    hint: "run: airworthy doctor",
  });
}

function booted(outer: Child, pid: number): Booted {
  return {
    pid,
    exited: outer.exited,
    end: async () => {
      // The first process before the one that waits for it: the other way round nobody would take note of its end.
      if (outer.raw.exitCode === null && outer.raw.signalCode === null) process.kill(pid, "SIGKILL");
      await outer.exited;
    },
  };
}

async function firstProcess(outer: number): Promise<number> {
  return Number.parseInt(await readFile(`/proc/${outer}/task/${outer}/children`, "utf8"), 10);
}
