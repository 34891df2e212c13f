import { readFile } from "node:fs/promises";
import { defaultLogDirectory, readPublicKey } from "../../evidence/index.ts";
import type { OptionSpecs } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import type { Terminal } from "../shell/terminal.ts";

/** For what needs the files of a log, not only its entries. */
export const directoryOptions = {
  log: { type: "string", value: "DIRECTORY", text: "the log; $AIRWORTHY_LOG or your own unless told" },
} as const satisfies OptionSpecs;

export function directoryOf(options: { readonly log: string | undefined }, terminal: Terminal): string {
  return options.log ?? defaultLogDirectory(terminal.env);
}

/** Public keys as they were given: a file, or the key itself. */
export async function publicKeysOf(given: readonly string[]): Promise<Buffer[]> {
  return await Promise.all(given.map(async (text) => readPublicKey((await fileOrNothing(text)) ?? text)));
}

export async function textOf(option: string, path: string): Promise<string> {
  const text = await fileOrNothing(path);
  if (text !== undefined) return text;
  throw new UsageProblem("BAD_OPTION", `${option}: no such file: ${path}`);
}

async function fileOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENAMETOOLONG", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
