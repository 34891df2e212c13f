/** An agent that runs commands tells them so, each in its own variables. */
export interface AgentAround {
  readonly id: string;
  readonly version?: string;
  readonly session?: string;
}

export function agentAround(environment: NodeJS.ProcessEnv): AgentAround | undefined {
  const { CLAUDECODE, CODEX_SESSION_ID, CODEX_VERSION, GEMINI_CLI, OPENCODE } = environment;
  if (CLAUDECODE) return known("claude", claudeVersion(environment), environment.CLAUDE_CODE_SESSION_ID);
  if (CODEX_SESSION_ID) return known("codex", CODEX_VERSION, CODEX_SESSION_ID);
  if (GEMINI_CLI) return known("gemini");
  if (OPENCODE) return known("opencode");
  return undefined;
}

function known(id: string, version?: string, session?: string): AgentAround {
  return { id, ...(version ? { version } : {}), ...(session ? { session } : {}) };
}

/** AI_AGENT=claude-code_2-1-325_agent */
function claudeVersion({ AI_AGENT }: NodeJS.ProcessEnv): string | undefined {
  return /_(\d+(?:-\d+)+)(?:_|$)/.exec(AI_AGENT ?? "")?.[1]?.replaceAll("-", ".");
}
