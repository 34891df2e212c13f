import { readFile } from "node:fs/promises";
import {
  defaultKeyDirectory,
  defaultLogDirectory,
  type EvidenceLog,
  type LogOptions,
  openLog,
  readPublicKey,
  type Written,
} from "../../evidence/index.ts";
import type { OptionSpecs } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import type { Terminal } from "../shell/terminal.ts";
import { noSuchEntry } from "./selection.ts";

/** For what needs the files of a log, not only its entries. */
export const directoryOptions = {
  log: { type: "string", value: "DIRECTORY", text: "the log; $AIRWORTHY_LOG or your own unless told" },
} as const satisfies OptionSpecs;

export function directoryOf(options: { readonly log: string | undefined }, terminal: Terminal): string {
  return options.log ?? defaultLogDirectory(terminal.env);
}

/** A log by its files, to read and, where its key is, to write. */
export async function logOf(
  options: { readonly log: string | undefined; readonly keys?: string | undefined },
  terminal: Terminal,
  more: Pick<LogOptions, "create" | "origin"> = {},
): Promise<EvidenceLog> {
  const keyDirectory = options.keys ?? defaultKeyDirectory(terminal.env);
  return await openLog(directoryOf(options, terminal), { keyDirectory, ...more });
}

/** The entry that somebody means by an id or a sequence number. */
export async function writtenNamed(log: EvidenceLog, name: string): Promise<Written> {
  const isNumber = /^\d{1,15}$/.test(name);
  const [found] = isNumber ? await log.select({ from: Number(name), limit: 1 }) : [await log.find(name.toLowerCase())];
  if (found && (!isNumber || found.entry.sequence === Number(name))) return found;
  throw noSuchEntry(log.directory, name);
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
