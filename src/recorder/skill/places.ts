import { homedir } from "node:os";
import { join } from "node:path";
import { skillName } from "./text.ts";

export type SkillScope = "user" | "project";
/** The agents that look for skills, each in its own place. */
export type SkilledAgent = "claude" | "codex" | "gemini" | "opencode";

const userFolders: Readonly<Record<SkilledAgent, (env: NodeJS.ProcessEnv, home: string) => string>> = {
  claude: (env, home) => env.CLAUDE_CONFIG_DIR ?? join(home, ".claude"),
  codex: (env, home) => env.CODEX_HOME ?? join(home, ".codex"),
  gemini: (_, home) => join(home, ".gemini"),
  opencode: (env, home) => join(env.XDG_CONFIG_HOME ?? join(home, ".config"), "opencode"),
};

const projectFolders: Readonly<Record<SkilledAgent, string>> = {
  claude: ".claude",
  codex: ".codex",
  gemini: ".gemini",
  opencode: ".opencode",
};

/** The file of the skill for an agent. */
export function skillFile(
  agent: SkilledAgent,
  scope: SkillScope,
  directory: string,
  environment: NodeJS.ProcessEnv,
): string {
  const folder =
    scope === "user"
      ? userFolders[agent](environment, environment.HOME ?? homedir())
      : join(directory, projectFolders[agent]);
  return join(folder, "skills", skillName, "SKILL.md");
}
