import { PassThrough, Writable } from "node:stream";
import { commands } from "../../src/cli/commands.ts";
import type { Group } from "../../src/cli/shell/command.ts";
import { run } from "../../src/cli/shell/run.ts";
import type { Terminal } from "../../src/cli/shell/terminal.ts";

export interface Heard {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerminalOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly isTTY?: boolean;
  readonly interrupted?: AbortSignal;
}

/** The whole program in this process, with streams that remember. */
export async function airworthy(
  args: readonly string[],
  options: TerminalOptions & { tree?: Group } = {},
): Promise<Heard> {
  const [out, err] = [memory(), memory()];
  const output = (stream: Writable) => ({ stream, isTTY: options.isTTY ?? false, columns: 80 });
  const terminal: Terminal = {
    stdin: new PassThrough(),
    stdout: output(out.stream),
    stderr: output(err.stream),
    env: options.env ?? {},
    interrupted: options.interrupted ?? new AbortController().signal,
    handOver: () => ({ [Symbol.dispose]: () => {} }),
    leave: () => {},
  };
  const exitCode = await run(args, terminal, options.tree ?? commands);
  return { exitCode, stdout: out.text(), stderr: err.text() };
}

export function memory(): { stream: Writable; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}
