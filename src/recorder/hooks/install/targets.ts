import { homedir } from "node:os";
import { join } from "node:path";
import type { AgentName } from "../agents/agent.ts";
import { hookLine, type Wishes } from "./command-line.ts";
import type { Group } from "./groups.ts";

export type HookScope = "user" | "project";

/** An agent whose hooks stand in a JSON file. opencode wants a program instead: see plugin.ts. */
export interface SettingsTarget {
  path(scope: HookScope, directory: string, environment: NodeJS.ProcessEnv): string;
  groups(wishes: Wishes): readonly Group[];
}

const seconds = 60;
const shortSeconds = 20;

function handler(stage: "pre" | "post", agent: AgentName, wishes: Wishes, timeout: number, more = {}) {
  return { type: "command", command: hookLine(stage, agent, wishes), timeout, ...more };
}

const everyTool = ".*";

export const targets: Readonly<Record<Exclude<AgentName, "opencode">, SettingsTarget>> = {
  claude: {
    // The project's own file is shared with others, whose machines have other paths; the local one is not.
    path: (scope, directory, env) =>
      scope === "user"
        ? join(env.CLAUDE_CONFIG_DIR ?? join(homeOf(env), ".claude"), "settings.json")
        : join(directory, ".claude", "settings.local.json"),
    groups(wishes) {
      const matcher = wishes.record === "all" ? everyTool : "Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|mcp__.*";
      // From 2.1.295 on; earlier ones do not know it and go on when a hook takes too long.
      const more = wishes.onFailure === "block" ? { onFailure: "block" } : {};
      const post = handler("post", "claude", wishes, seconds);
      return [
        { event: "PreToolUse", matcher, handler: handler("pre", "claude", wishes, seconds, more) },
        { event: "PostToolUse", matcher, handler: post },
        { event: "PostToolUseFailure", matcher, handler: post },
        ...["SessionStart", "Stop", "SessionEnd"].map((event) => ({
          event,
          handler: handler("post", "claude", wishes, shortSeconds),
        })),
      ];
    },
  },
  codex: {
    path: (scope, directory, env) =>
      join(
        scope === "user" ? (env.CODEX_HOME ?? join(homeOf(env), ".codex")) : join(directory, ".codex"),
        "hooks.json",
      ),
    groups(wishes) {
      const matcher = wishes.record === "all" ? everyTool : "^(Bash|apply_patch|mcp__.*)$";
      return [
        { event: "PreToolUse", matcher, handler: handler("pre", "codex", wishes, seconds) },
        { event: "PostToolUse", matcher, handler: handler("post", "codex", wishes, seconds) },
        ...["SessionStart", "Stop", "SessionEnd"].map((event) => ({
          event,
          handler: handler("post", "codex", wishes, shortSeconds),
        })),
      ];
    },
  },
  gemini: {
    path: (scope, directory, env) => join(scope === "user" ? homeOf(env) : directory, ".gemini", "settings.json"),
    groups(wishes) {
      const matcher = wishes.record === "all" ? everyTool : "^(run_shell_command|write_file|replace|mcp_.*)$";
      // Milliseconds, unlike everywhere else.
      const ms = (count: number) => count * 1000;
      return [
        { event: "BeforeTool", matcher, handler: handler("pre", "gemini", wishes, ms(seconds)) },
        { event: "AfterTool", matcher, handler: handler("post", "gemini", wishes, ms(seconds)) },
        ...["SessionStart", "AfterAgent", "SessionEnd"].map((event) => ({
          event,
          handler: handler("post", "gemini", wishes, ms(shortSeconds)),
        })),
      ];
    },
  },
};

const homeOf = (environment: NodeJS.ProcessEnv) => environment.HOME ?? homedir();
