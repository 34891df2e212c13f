import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { quoted } from "../../process/index.ts";
import type { Stage } from "../contract.ts";
import type { Given } from "../trajectory.ts";
import { commandsIn, settings, settingsPath, shell, shellWithKeys } from "./terminal.ts";

export interface Session {
  readonly commands: readonly Given[];
  /** Ended by the signal, not by itself. */
  readonly stopped: boolean;
}

/** Bytes of a session that are kept; what comes after is shown and not recorded. */
const mostBytes = 8 * 1024 * 1024;

/** One shell that takes its commands from a stream, until that ends. */
export async function readCommands(
  home: Stage["home"],
  input: Readable | string,
  signal: AbortSignal,
  show: (chunk: Uint8Array) => void = () => {},
): Promise<Session> {
  await home.write([{ path: settingsPath, content: settings }], signal);
  const { file, args, env } = home.command(shell);
  const child = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  let size = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      show(chunk);
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
  }
  child.stdin.on("error", () => {}); // A shell that was told to exit reads no further.
  if (typeof input === "string") child.stdin.end(input);
  else input.pipe(child.stdin);
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [code] = await once(child, "exit");
    const end = { at: new Date(), code: code ?? 137 };
    // What a command left in the background may hold the streams open; it has nothing more to say to us.
    await Promise.race([once(child, "close"), new Promise((resolve) => setTimeout(resolve, 250).unref())]);
    return { commands: commandsIn(Buffer.concat(chunks).toString(), end), stopped: signal.aborted };
  } finally {
    signal.removeEventListener("abort", stop);
    if (typeof input !== "string") input.unpipe(child.stdin);
  }
}

/**
 * One shell at our own terminal. Between the two is a terminal of its own: what runs in the sandbox cannot type into ours.
 * What is seen there is kept outside the sandbox.
 */
export async function sitDown(home: Stage["home"], signal: AbortSignal): Promise<Session> {
  await home.write([{ path: settingsPath, content: settings }], signal);
  const folder = await mkdtemp(join(tmpdir(), "airworthy-terminal-"));
  try {
    const log = join(folder, "output");
    const { file, args, env } = home.command(shellWithKeys, { env: { TERM: process.env.TERM ?? "xterm" } });
    const line = [file, ...args].map(quoted).join(" ");
    const words = ["--quiet", "--return", "--flush", "--log-out", log, "--command", `exec ${line}`];
    const child = spawn("script", words, { env: { ...env, SHELL: "/bin/sh" }, stdio: "inherit" });
    const stop = () => child.kill("SIGTERM"); // It puts our terminal back as it was.
    signal.addEventListener("abort", stop, { once: true });
    const [code] = await once(child, "exit");
    signal.removeEventListener("abort", stop);
    const end = { at: new Date(), code: code ?? 143 };
    const stream = (await readFile(log)).subarray(0, mostBytes).toString();
    return { commands: commandsIn(stream, end), stopped: signal.aborted };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
