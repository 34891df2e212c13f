import { mkdirSync } from "node:fs";
import { lstat, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Wrap } from "./event.ts";
import { HookProblem } from "./problem.ts";

/**
 * Agents tell their hooks little of how a command ended. So the line gets a trap before it, by which the shell itself
 * leaves the exit code in a file: in a temporary folder, because sandboxes allow that one, and as a single plain command
 * with a single quoted word, because the rules of agents about commands then still apply to what follows.
 */
export function wrapped(line: string, marker: string, wrap: Wrap): string {
  const first = `trap '{ echo $? >"${marker}"; } 2>/dev/null' EXIT`;
  // An agent with a trap of its own keeps it if ours lives in an inner shell.
  return wrap === "same-shell" ? `${first}\n${line}` : `(\n${first}\n${line}\n)`;
}

const firstLine = /^(?:\(\n)?trap '\{ echo \$\? >"([^"\n]+)"; \} 2>\/dev\/null' EXIT\n/;

/** The marker of a line that was wrapped; agents without ids for calls hand the line back as it was run. */
export function markerIn(line: string): string | undefined {
  return firstLine.exec(line)?.[1];
}

/** A folder that only this user can write to; undefined where its path would need care in a shell. */
export async function markerFolder(): Promise<string | undefined> {
  if (process.platform === "win32") return undefined; // Shells there may be of any kind.
  const folder = join(tmpdir(), `airworthy-hooks-${userInfo().uid}`);
  if (!/^[\w./+-]+$/.test(folder)) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  // Whoever owns the folder could invent exit codes, and everybody may make folders there.
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o022) !== 0) {
    throw new HookProblem("NOT_OURS", `${folder}: expected a folder that only we can write to`, {
      hint: "remove it, or let TMPDIR name a folder of yours",
    });
  }
  return folder;
}

/** The exit code that a shell left behind, and the time it did. */
export async function exitIn(marker: string): Promise<{ code: number; at: number } | undefined> {
  try {
    const text = await readFile(marker, "utf8");
    const { mtimeMs } = await lstat(marker);
    return /^\d{1,3}\n$/.test(text) ? { code: Number(text), at: mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

export async function forget(marker: string | undefined): Promise<void> {
  if (marker !== undefined) await rm(marker, { force: true });
}
