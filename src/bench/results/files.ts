import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import { RunProblem } from "./problem.ts";

export const unfinishedPrefix = ".unfinished-";

/** Whoever reads sees all of the old file or all of the new one, also after a power failure. */
export async function placeText(path: string, text: string): Promise<void> {
  const unfinished = join(dirname(path), `${unfinishedPrefix}${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(dirname(path), { recursive: true });
    {
      await using file = await open(unfinished, "wx");
      await file.writeFile(text);
      await file.sync();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw notWritable(path, error);
  }
}

/** With four spaces, as Harbor writes it. */
export async function placeJson(path: string, value: unknown): Promise<void> {
  await placeText(path, `${JSON.stringify(value, null, 4)}\n`);
}

/** Undefined where there is no such file. */
export async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw new RunProblem("BAD_RUN", `${path}: cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RunProblem("BAD_RUN", `${path}: expected JSON: ${messageOf(error)}`, { cause: error });
  }
}

export function notWritable(path: string, error: unknown): RunProblem {
  const full = ["ENOSPC", "EDQUOT"].includes(codeOf(error));
  return new RunProblem("NOT_WRITABLE", `${path}: cannot be written: ${full ? "the disk is full" : messageOf(error)}`, {
    hint: "what is finished is kept; once there is room, go on with: airworthy bench resume",
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
