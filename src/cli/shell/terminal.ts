import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

export interface Output {
  readonly stream: Writable;
  readonly isTTY: boolean;
  readonly columns: number;
}

/** The world outside a command: streams, environment, and the wish of whoever sits there to stop. */
export interface Terminal {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Aborts at the first Ctrl-C or SIGTERM, so that commands can undo what they began. */
  readonly interrupted: AbortSignal;
  /** While it is held, Ctrl-C is a matter for the program in the foreground, not for us. */
  handOver(): Disposable;
  /** Leaves the terminal as a program left it that had ours, and ends by the signal that ended it. */
  leave(signal: NodeJS.Signals | undefined): void;
}

export function terminal(process: NodeJS.Process): Terminal {
  const abort = new AbortController();
  let handedOver = 0;
  const onSignal = () => {
    if (handedOver > 0) return;
    // Whoever asks twice wants out now, tidy or not; 130 is what shells expect of an interrupted program.
    if (abort.signal.aborted) process.exit(130);
    abort.abort(new DOMException("interrupted", "AbortError"));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  // `airworthy … | head` closes our output early; that ends the command, it is no crash.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  return {
    // Opened when it is asked for: whoever opens a pipe changes it for the other programs that read from it.
    get stdin() {
      return process.stdin;
    },
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    interrupted: abort.signal,
    handOver: () => {
      handedOver += 1;
      return {
        [Symbol.dispose]: () => {
          handedOver -= 1;
        },
      };
    },
    leave: (signal) => leave(process, signal),
  };
}

function leave(process: NodeJS.Process, signal: NodeJS.Signals | undefined): void {
  if (process.platform === "win32") return;
  // When it ends, Node sets a terminal back to what it was when Node began, unless the descriptors are closed.
  for (const descriptor of [0, 1, 2]) {
    try {
      closeSync(descriptor);
    } catch {
      // Was closed already when we were started.
    }
  }
  if (signal === undefined) return;
  // Node ignores some signals and handles others; taking the last listener away makes it the system's own again.
  if (signal !== "SIGKILL") process.on(signal, () => {});
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function output(stream: NodeJS.WriteStream): Output {
  return {
    stream,
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns ?? 80;
    },
  };
}
