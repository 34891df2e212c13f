import type { Coverage } from "../../evidence/index.ts";
import type { AgentName } from "./agents/agent.ts";
import type { HookSettings, Scope } from "./settings.ts";

type Sight = Pick<Coverage, "covers" | "excludes">;

const recorded: Readonly<Record<Scope, readonly string[]>> = {
  changes: ["shell commands that may change something", "file edits", "MCP tool calls that may change something"],
  commands: ["shell commands", "file edits", "MCP tool calls"],
  all: ["every tool call"],
};

const ofEveryAgent = [
  "what a command starts that outlives it",
  "what is done outside the agent's tools: by its user, by other programs, by the agent's own process",
];

const exitCodes: Readonly<Record<AgentName, string>> = {
  claude: "exit codes, but in sessions without permission rules: elsewhere they are the agent's word",
  codex: "keystrokes sent to a command that is already running",
  gemini: "the order of equal commands that run side by side: calls have no id",
  opencode: "exit codes: they are the agent's word",
};

/** What hooks of an agent see and what they do not, for the log. */
export function blindSpots(agent: AgentName, { record, keepCommands }: HookSettings): Sight {
  const kept = keepCommands && agent !== "opencode" ? ["exit codes: commands are left as they are"] : [];
  const reads = record === "all" ? [] : ["tools that only read"];
  return { covers: recorded[record], excludes: [...reads, exitCodes[agent], ...kept, ...ofEveryAgent] };
}
