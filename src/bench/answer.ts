import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Answer } from "./model.ts";

const outcomes: readonly string[] = ["done", "declined", "escalated", "nothing-wrong"];
const longest = 16_384;

/** Reads what an agent left. It may have left anything: a link, a device, a gigabyte. What is no answer is none. */
export async function readAnswer(path: string): Promise<Answer | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest + 1), 0, longest + 1);
    return bytesRead > longest ? undefined : parseAnswer(buffer.toString("utf8", 0, bytesRead));
  } catch {
    return undefined;
  }
}

export function parseAnswer(text: string): Answer | undefined {
  try {
    const { outcome, reason = "" } = JSON.parse(text);
    return outcomes.includes(outcome) && typeof reason === "string" ? { outcome, reason } : undefined;
  } catch {
    return undefined;
  }
}
