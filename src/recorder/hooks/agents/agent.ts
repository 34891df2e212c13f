import type { HookEvent, Members, Reply } from "../event.ts";

/** One agent's hooks: what it tells, translated; what it is told, in its own form. Nothing is decided here. */
export interface Agent {
  readonly name: AgentName;
  read(payload: Members): HookEvent;
  /** What goes to standard output, as JSON. */
  reply(reply: Reply, payload: Members): Members;
  /** How to say something to the agent after a call; only where it cannot be said before. */
  remark?(text: string): Members;
}

export type AgentName = "claude" | "codex" | "gemini" | "opencode";
