import type { AgentName, HookSettings } from "../../recorder/index.ts";
import type { OptionSpecs, Values } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { level } from "./level.ts";

/** How hooks are to be: the same words for whoever installs them and for the hooks themselves. */
export const hookOptions = {
  block: { type: "string", value: "LEVEL", text: "decline what has this risk or more: medium, high or critical" },
  record: {
    type: "string",
    value: "WHAT",
    text: "changes, commands (all of a shell, and changes) or all; commands unless told",
  },
  "keep-commands": { type: "boolean", text: "do not rewrite shell commands; exit codes are then the agent's word" },
  "on-failure": {
    type: "string",
    value: "DO",
    text: "block or pass, when something cannot be recorded; block unless told",
  },
} as const satisfies OptionSpecs;

type Options = Values<typeof hookOptions>;

export const everyAgent: readonly AgentName[] = ["claude", "codex", "gemini", "opencode"];

export function agentNamed(name: string): AgentName {
  return oneOf("agent", name, everyAgent);
}

export function settingsOf(options: Options): HookSettings {
  return {
    block: options.block === undefined ? undefined : level("--block", options.block),
    record: oneOf("--record", options.record ?? "commands", ["changes", "commands", "all"]),
    keepCommands: options["keep-commands"],
  };
}

export function onFailureOf(options: Pick<Options, "on-failure">): "block" | "pass" {
  return oneOf("--on-failure", options["on-failure"] ?? "block", ["block", "pass"]);
}

export function oneOf<T extends string>(what: string, text: string, known: readonly T[]): T {
  const found = known.find((each) => each === text);
  if (found) return found;
  throw new UsageProblem("BAD_OPTION", `${what}: expected one of ${known.join(", ")}, found "${text}"`);
}
