import { access } from "node:fs/promises";
import { messageOf } from "../../../problem/index.ts";
import type { AgentName } from "../agents/agent.ts";
import { codexTrust } from "./codex-trust.ts";
import { ownCommand } from "./command-line.ts";
import { installedHooks, pathOf } from "./install.ts";
import type { HookScope } from "./targets.ts";

export interface HookState {
  readonly agent: AgentName;
  readonly scope: HookScope;
  readonly path: string;
  /** "broken": there, but what they call is not. "unreadable": the file cannot be understood. */
  readonly state: "not installed" | "installed" | "broken" | "untrusted" | "unreadable";
  readonly remark?: string;
}

/** Every place where hooks of ours can be, and whether an agent would run them. */
export async function hookStates(
  agents: readonly AgentName[],
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly HookState[]> {
  const places = agents.flatMap((agent) =>
    (["user", "project"] as const).map((scope) => ({ agent, scope, directory, environment })),
  );
  return await Promise.all(
    places.map(async (place) => {
      const { agent, scope } = place;
      const known = { agent, scope, path: pathOf(place) };
      try {
        const commands = Object.values(await installedHooks(place));
        if (commands.length === 0) return { ...known, state: "not installed" as const };
        return { ...known, ...(await soundness(agent, commands, known.path, directory, environment)) };
      } catch (thrown) {
        return { ...known, state: "unreadable" as const, remark: messageOf(thrown) };
      }
    }),
  );
}

async function soundness(
  agent: AgentName,
  commands: readonly string[],
  path: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<Pick<HookState, "state" | "remark">> {
  const programs = new Set(
    commands.flatMap((command) => [...command.matchAll(/"([^"]+)"/g)].map(([, found = ""]) => found)),
  );
  for (const program of [...programs].filter((word) => /[\\/](node|node\.exe|airworthy\.c?js)$/.test(word))) {
    const missing = await access(program).then(
      () => false,
      () => true,
    );
    if (missing) return { state: "broken", remark: `${program} is gone: install the hooks again` };
  }
  const [, script] = ownCommand();
  const other = commands.some((command) => !command.includes(script))
    ? "of another airworthy than this one"
    : undefined;
  if (agent === "codex") {
    const trust = await codexTrust(path, directory, environment);
    if (trust === "untrusted") return { state: "untrusted", remark: "Codex passes them over: type /hooks there" };
    if (trust === "unknown") return { state: "installed", remark: other ?? "codex was not found: trust is not known" };
  }
  return { state: "installed", ...(other ? { remark: other } : {}) };
}
