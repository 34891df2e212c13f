import { type Child, start } from "../process/index.ts";

/**
 * `"$@"` runs in a process group of its own. Descriptor 3 is a pipe that only we hold: when we end, however we end, it
 * closes, and the whole group is killed. So no compiler outlives an airworthy that was killed with -9.
 */
const script = `
( read -r _ <&3; kill -KILL 0 ) &
watcher=$!
exec 3<&-
"$@"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

export interface LeashedOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: ((line: string, stream: "stdout" | "stderr") => void) | undefined;
}

/** Runs a program and all its descendants to the end; an abort or our own death ends them all. Gives the exit code. */
export async function runLeashed(
  command: string,
  args: readonly string[],
  options: LeashedOptions = {},
): Promise<number> {
  options.signal?.throwIfAborted();
  const child = await start("/bin/sh", ["-c", script, "sh", command, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const kill = () => void child.stop(1_000);
  options.signal?.addEventListener("abort", kill);
  try {
    const closed = new Promise<void>((resolve) => child.raw.once("close", () => resolve()));
    splitLines(child, options.onLine);
    const code = await child.exited;
    await closed;
    options.signal?.throwIfAborted();
    return code;
  } finally {
    options.signal?.removeEventListener("abort", kill);
  }
}

function splitLines(child: Child, onLine: LeashedOptions["onLine"]): void {
  for (const name of ["stdout", "stderr"] as const) {
    let rest = "";
    const stream = child.raw[name];
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine?.(line, name);
    });
    stream?.on("end", () => rest && onLine?.(rest, name));
  }
}
