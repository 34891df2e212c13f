import { createWriteStream, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { makeCacheFolder } from "./directories.ts";

/** The full story of one job, too long for a screen. Errors name its path. */
export interface Log extends AsyncDisposable {
  readonly path: string;
  line(text: string): void;
  /** The last lines, for an error message. */
  tail(): string;
}

export function openLog(name: string): Log {
  const folder = makeCacheFolder("logs");
  forgetOld(folder);
  const path = join(folder, `${name}-${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}.log`);
  const stream = createWriteStream(path, { flags: "ax" });
  const last: string[] = [];
  return {
    path,
    line(text) {
      stream.write(`${text}\n`);
      last.push(text);
      if (last.length > 12) last.shift();
    },
    tail: () => last.join("\n"),
    async [Symbol.asyncDispose]() {
      stream.end();
      await finished(stream);
    },
  };
}

/** Logs are for the failure at hand; a month later nobody asks. */
function forgetOld(folder: string): void {
  const oldest = Date.now() - 30 * 24 * 3600 * 1000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) rmSync(path, { force: true });
  }
}
