import { constants, copyFile, mkdir, open, readFile, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { HookProblem } from "../problem.ts";

/** A settings file of somebody else: what is not ours in it, comments and form included, stays as it is. */
export interface JsonFile {
  readonly path: string;
  /** Without a byte order mark; undefined where there is no file. */
  readonly text: string | undefined;
  readonly mark: string;
  readonly value: unknown;
}

const byteOrderMark = "\uFEFF";

export async function readJsonFile(path: string): Promise<JsonFile> {
  let whole: string;
  try {
    whole = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { path, text: undefined, mark: "", value: {} };
    throw error;
  }
  const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : "";
  const text = whole.slice(mark.length);
  if (text.trim() === "") return { path, text, mark, value: {} };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: false });
  const [first] = errors;
  if (first) throw malformed(path, text, first.offset, words(printParseErrorCode(first.error)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed(path, text, 0, "expected an object");
  }
  return { path, text, mark, value };
}

/** "CommaExpected" in words. */
const words = (code: string) => code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

export function malformed(path: string, text: string, offset: number, what: string): HookProblem {
  const before = text.slice(0, offset).split("\n");
  const place = `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  return new HookProblem("MALFORMED_SETTINGS", `${place}: ${what}`, {
    hint: "correct the file and repeat the command; it was left as it is",
  });
}

export const backupOf = (path: string) => `${path}.before-airworthy`;

/** In one step, so that nobody ever reads half of it; through a link to the file behind it; with the rights it had. */
export async function writeJsonFile({ path, text: before, mark }: JsonFile, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = before === undefined ? path : await realpath(path);
  const mode = before === undefined ? 0o600 : (await stat(target)).mode & 0o777;
  const scratch = `${target}.airworthy-new`;
  {
    await using file = await open(scratch, "w", mode);
    await file.chmod(mode);
    await file.writeFile(mark + text);
    await file.sync();
  }
  await rename(scratch, target);
}

/** A copy of how the file was before we first touched it, beside it. None of a file that we made ourselves. */
export async function keepBackup({ path, text }: JsonFile): Promise<void> {
  if (text === undefined) return;
  await copyFile(path, backupOf(path), constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Undefined where there is none: then the file is of our making. */
export async function readBackup(path: string): Promise<string | undefined> {
  const whole = await readFile(backupOf(path), "utf8").catch(() => undefined);
  return whole?.startsWith(byteOrderMark) ? whole.slice(1) : whole;
}
