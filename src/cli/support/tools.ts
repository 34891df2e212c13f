import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Command } from "../../cluster/index.ts";
import { type ObtainOptions, obtain } from "../../toolchain/index.ts";
import { cachedTools } from "./clusters.ts";

/** The command with tools on its PATH: what is there already, and the named ones, obtained where they are not. */
export async function withTools(command: Command, names: readonly string[], options: ObtainOptions): Promise<Command> {
  // What the cluster itself brought comes first: its kubectl is of its own version.
  const folders = [...(command.env.PATH ?? "").split(delimiter), ...(await cachedTools())];
  for (const name of names) {
    if (!folders.some((folder) => isProgram(join(folder, name)))) folders.push((await obtain(name, options)).directory);
  }
  return { ...command, env: { ...command.env, PATH: folders.join(delimiter) } };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
