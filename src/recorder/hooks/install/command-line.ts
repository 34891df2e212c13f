import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentName } from "../agents/agent.ts";
import type { HookSettings } from "../settings.ts";

export interface Wishes extends HookSettings {
  /** "block": what cannot be recorded is not run. "pass": it runs, and the agent says aloud that it was not recorded. */
  readonly onFailure: "block" | "pass";
}

/** The program as this very process was started, so that a hook does not depend on anybody's PATH. */
export function ownCommand(): readonly [node: string, script: string] {
  // Five folders up, in the sources as in the built tree, which keeps the same shape.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  return [process.execPath, join(root, "bin", "airworthy.cjs")];
}

/** What follows `airworthy`: the same words for every agent. */
export function hookWords(stage: "pre" | "post", agent: AgentName, wishes: Wishes): readonly string[] {
  return [
    "hook",
    stage,
    agent,
    ...(wishes.block ? ["--block", wishes.block] : []),
    ...(wishes.record === "commands" ? [] : ["--record", wishes.record]),
    ...(wishes.keepCommands ? ["--keep-commands"] : []),
    ...(wishes.onFailure === "pass" && stage === "pre" ? ["--on-failure", "pass"] : []),
  ];
}

/**
 * A line for the shell in which agents run hooks. For them every exit code but 2 means "go on", also that of a program
 * which is not there any more: whoever wants calls blocked that cannot be recorded needs a 2 for all of these.
 */
export function hookLine(stage: "pre" | "post", agent: AgentName, wishes: Wishes): string {
  const line = [...ownCommand().map(quoted), ...hookWords(stage, agent, wishes)].join(" ");
  if (stage === "post") return line;
  return `${line} || exit ${wishes.onFailure === "block" ? 2 : 0}`;
}

/** Double quotes hold in sh and in cmd alike. */
function quoted(path: string): string {
  if (process.platform === "win32") return `"${path.replaceAll("\\", "/")}"`;
  return `"${path.replace(/[\\"$`]/g, "\\$&")}"`;
}
