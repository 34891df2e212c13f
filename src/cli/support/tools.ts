import { delimiter } from "node:path";
import type { Command } from "../../cluster/index.ts";
import { type ObtainOptions, obtain } from "../../toolchain/index.ts";
import { cachedTools } from "./clusters.ts";

/** The command with tools on its PATH: the named ones, obtained if need be, and whatever else is here already. */
export async function withTools(command: Command, names: readonly string[], options: ObtainOptions): Promise<Command> {
  const folders: string[] = [];
  for (const name of names) folders.push((await obtain(name, options)).directory);
  // What the cluster itself brought comes first: its kubectl is of its own version.
  const path = [command.env.PATH ?? "", ...folders, ...(await cachedTools())].join(delimiter);
  return { ...command, env: { ...command.env, PATH: path } };
}
