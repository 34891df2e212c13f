import { resolve } from "node:path";
import { type AgentName, connect, type HookScope, shims } from "../../recorder/index.ts";

export function placeOf(agent: AgentName, scope: HookScope, environment: NodeJS.ProcessEnv) {
  return { agent, scope, directory: process.cwd(), environment };
}

export async function shimFolderOf(named: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  return named === undefined ? (await shims()).shimFolder(environment) : resolve(named);
}

/** From when to when launchers stood, and what they do not see. */
export async function coverShims(
  state: "open" | "closed",
  programs: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  await using recorder = await connect({ channel: "shim", environment });
  await recorder.cover({
    state,
    covers: programs.map((program) => `${program}, where the launchers come first on PATH`),
    excludes: [
      "commands that only read",
      "programs called by their full path, and shells that set PATH anew",
      "what speaks to an API without these programs",
    ],
  });
}
