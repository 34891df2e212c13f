import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { Document } from "../../risk/index.ts";
import { UsageProblem } from "../shell/exit.ts";

/** As much of the input as is worth looking at; manifests and scripts are far smaller. */
const looked = 4 * 1024 * 1024;
/** As much as is held in memory to be passed on. */
const held = 64 * 1024 * 1024;

/**
 * What a command will read from a file that was given as its standard input, `< app.yaml`, without reading it away: it
 * is opened a second time. Undefined for anything else, since what is read from a pipe or a terminal is gone.
 */
export function peekAtInput(): Document | undefined {
  try {
    if (!fstatSync(0).isFile()) return undefined;
    const position = Number(/^pos:\s*(\d+)/m.exec(readFileSync("/proc/self/fdinfo/0", "latin1"))?.[1] ?? 0);
    const again = openSync("/proc/self/fd/0", "r");
    try {
      const bytes = Buffer.alloc(Math.min(looked, Math.max(0, fstatSync(again).size - position)));
      const length = readSync(again, bytes, 0, bytes.length, position);
      return length === 0 ? undefined : { name: "<stdin>", bytes: bytes.subarray(0, length) };
    } finally {
      closeSync(again);
    }
  } catch {
    return undefined; // No input, no /proc, or a file that only its opener may read.
  }
}

/** Everything until the input ends, to be looked at now and passed on later. */
export async function readInput(stdin: AsyncIterable<Buffer | string>): Promise<Document> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > held) {
      throw new UsageProblem("BAD_OPTION", `--read-stdin: expected at most ${held} bytes, found more`, {
        hint: "without --read-stdin the input goes to the command unseen",
      });
    }
  }
  return { name: "<stdin>", bytes: Buffer.concat(chunks) };
}
