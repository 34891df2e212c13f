import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type EntryType, openLog, type Written } from "../../src/evidence/index.ts";

export const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** A home of its own for one test: its log, its keys, and nothing of whoever runs the tests. */
export interface Place {
  readonly directory: string;
  readonly log: string;
  readonly keys: string;
  readonly env: NodeJS.ProcessEnv;
  entries<Type extends EntryType>(type?: Type): Promise<Written<Type>[]>;
}

export function place(): Place {
  const directory = mkdtempSync(join(tmpdir(), "airworthy-recorder-"));
  chmodSync(directory, 0o755);
  after(() => rmSync(directory, { recursive: true, force: true }));
  const [log, keys] = [join(directory, "evidence"), join(directory, "keys")];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, AIRWORTHY_LOG: log, AIRWORTHY_KEYS: keys, AIRWORTHY_RECORDER: "none", LANG: "C.UTF-8" };
  return {
    directory,
    log,
    keys,
    env,
    entries: reader(log, keys),
  };
}

/** Reads all entries, or those of a type, from the files. */
export function reader(log: string, keys: string): Place["entries"] {
  return async (type) => {
    await using opened = await openLog(log, { keyDirectory: keys });
    const all: Written[] = [];
    for await (const written of opened.entries()) all.push(written);
    return all.filter(({ entry }) => type === undefined || entry.type === type) as never;
  };
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The program in a process of its own, as a shell starts it. */
export function start({ env, directory }: Place, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [main, ...args], { cwd: directory, ...options, env: { ...env, ...options.env } });
}

export async function ended(child: ChildProcess, input?: Uint8Array | string): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin?.on("error", () => {}).end(input ?? "");
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() };
}

export async function airworthy(
  where: Place,
  args: readonly string[],
  options: SpawnOptions & { input?: Uint8Array | string } = {},
): Promise<Ended> {
  const { input, ...rest } = options;
  return await ended(start(where, args, rest), input);
}

/** The first line of a stream that says what was waited for. */
export async function heard(child: ChildProcess, words: RegExp, from: "stdout" | "stderr" = "stdout"): Promise<string> {
  let text = "";
  return await new Promise((resolve, reject) => {
    child[from]?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (words.test(text)) resolve(text);
    });
    child.once("close", () => reject(new Error(`ended without saying ${words}: ${text}`)));
  });
}
