import { execFile } from "node:child_process";

export interface Bounds {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
  readonly timeoutMs: number;
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/**
 * What a program prints, or why nothing. It gets no input, so much time and no more, and may print so much and no more:
 * a chart or a plan may be made to print for ever.
 */
export function runBounded(program: string, words: readonly string[], bounds: Bounds): Promise<Buffer | string> {
  const { environment, directory, timeoutMs, bytes, signal } = bounds;
  return new Promise((resolve) => {
    const options = {
      env: environment,
      cwd: directory,
      timeout: timeoutMs,
      maxBuffer: bytes,
      signal,
      killSignal: "SIGKILL",
      encoding: "buffer",
    } as const;
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") resolve(`it prints more than ${bytes} bytes`);
      else if (error.killed || signal.aborted) resolve(`it was not done after ${timeoutMs} ms`);
      else resolve(reasonIn(stderr.toString()) || error.message.split("\n")[0] || "it failed");
    });
    child.stdin?.on("error", () => {}).end();
  });
}

/** The line that says what is wrong, without the frames that some programs draw around it. */
function reasonIn(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replaceAll(/[\u2500-\u257f]/g, "").trim())
    .filter((line) => line !== "");
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
}
