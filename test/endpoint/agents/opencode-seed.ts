import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * In every new home opencode first installs the library for plugins, which takes longer than all the rest. It is the
 * same each time, so the first one is kept beside the program.
 */
const parts = ["package.json", "package-lock.json", "node_modules"];

const seedOf = (program: string) => join(dirname(program), "..", "..", "seed");
const settingsOf = (home: string) => join(home, ".config", "opencode");

export async function plantSeed(program: string, home: string): Promise<void> {
  if (!existsSync(seedOf(program))) return;
  await mkdir(settingsOf(home), { recursive: true });
  await copy(seedOf(program), settingsOf(home));
}

export async function keepSeed(program: string, home: string): Promise<void> {
  const complete = parts.every((part) => existsSync(join(settingsOf(home), part)));
  if (existsSync(seedOf(program)) || !complete) return;
  const scratch = `${seedOf(program)}-${process.pid}`;
  await mkdir(scratch);
  await copy(settingsOf(home), scratch);
  // Of two that were first at the same time, one stays.
  await rename(scratch, seedOf(program)).catch(() => rm(scratch, { recursive: true, force: true }));
}

async function copy(from: string, to: string): Promise<void> {
  // Links between the packages are relative, and must stay so.
  for (const part of parts) await cp(join(from, part), join(to, part), { recursive: true, verbatimSymlinks: true });
}
