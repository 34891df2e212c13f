import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AgentName } from "../agents/agent.ts";
import { HookProblem } from "../problem.ts";
import type { Wishes } from "./command-line.ts";
import { handlersIn, withGroups, withoutEmpty, withoutGroups } from "./groups.ts";
import { sameTokens } from "./json-edit.ts";
import { backupOf, keepBackup, readBackup, readJsonFile, writeJsonFile } from "./json-file.ts";
import { pluginHeadline, pluginPath, pluginText } from "./plugin.ts";
import { type HookScope, targets } from "./targets.ts";

export interface Place {
  readonly agent: AgentName;
  readonly scope: HookScope;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Installed {
  readonly path: string;
  /** Whether anything had to be changed. */
  readonly changed: boolean;
}

export async function installHooks(place: Place, wishes: Wishes): Promise<Installed> {
  const path = pathOf(place);
  if (place.agent === "opencode") return await writePlugin(path, pluginText(wishes));
  const file = await readJsonFile(path);
  const text = withGroups(file, targets[place.agent].groups(wishes));
  if (text === file.text) return { path, changed: false };
  if (handlersIn(file).length === 0) await keepBackup(file);
  await writeJsonFile(file, text);
  return { path, changed: true };
}

export async function uninstallHooks(place: Place): Promise<Installed> {
  const path = pathOf(place);
  if (place.agent === "opencode") {
    if ((await readPlugin(path)) === undefined) return { path, changed: false };
    await rm(path);
    return { path, changed: true };
  }
  const file = await readJsonFile(path);
  if (handlersIn(file).length === 0) return { path, changed: false };
  const text = withoutGroups(file);
  const backup = await readBackup(path);
  // A file that was made for our hooks goes with them, and one that nobody changed since is again what it was.
  if (backup === undefined && /^\s*\{\s*\}\s*$/.test(text)) await rm(path);
  else if (backup !== undefined && (sameTokens(backup, text) || sameTokens(withoutEmpty(backup), text))) {
    await writeJsonFile(file, backup);
    await rm(backupOf(path));
  } else await writeJsonFile(file, text);
  return { path, changed: true };
}

/** The commands of ours that an agent would run, by event. */
export async function installedHooks(place: Place): Promise<Readonly<Record<string, string>>> {
  const path = pathOf(place);
  if (place.agent === "opencode") {
    const text = await readPlugin(path);
    return text === undefined ? {} : { plugin: /^const commands = (.*);$/m.exec(text)?.[1] ?? "" };
  }
  return Object.fromEntries(handlersIn(await readJsonFile(path)).map(({ event, command }) => [event, command]));
}

export function pathOf({ agent, scope, directory, environment }: Place): string {
  if (agent === "opencode") return pluginPath(scope, directory, environment);
  return targets[agent].path(scope, directory, environment);
}

async function writePlugin(path: string, text: string): Promise<Installed> {
  const found = await readPlugin(path);
  if (found === text) return { path, changed: false };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
  return { path, changed: true };
}

/** Undefined where there is none. */
async function readPlugin(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined || text.startsWith(pluginHeadline)) return text;
  throw new HookProblem("NOT_OURS", `${path}: expected a plugin of airworthy, found another one`, {
    hint: "move it elsewhere first",
  });
}
