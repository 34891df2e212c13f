import type { Level } from "../../evidence/index.ts";

/** How somebody wants their hooks to be, as it stands on the hooks' command line. */
export interface HookSettings {
  /** Calls at this level and above are declined; none unless told. */
  readonly block?: Level | undefined;
  /** "changes": only what may change something. "commands": every line for a shell, and changes. "all": every tool. */
  readonly record: Scope;
  /** Lines for a shell stay as they are; exit codes are then the agent's word. */
  readonly keepCommands: boolean;
}

export type Scope = "changes" | "commands" | "all";

const levels: readonly Level[] = ["low", "medium", "high", "critical"];

export function reaches(level: Level, least: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}
