import { claude } from "../claude/index.ts";
import { codex } from "../codex/index.ts";
import type { Agent } from "../contract.ts";
import { gemini } from "../gemini/index.ts";
import { opencode } from "../opencode/index.ts";
import { AgentProblem } from "../problem.ts";
import { programAgent } from "./choose.ts";

const manners = { claude, codex, gemini, opencode };

/** `claude[/MODEL]`, `codex/MODEL`, `gemini/MODEL`, `opencode/ENDPOINT/MODEL`. */
export async function agentOf(spec: string, env?: NodeJS.ProcessEnv): Promise<Agent> {
  const [, word = "", rest = ""] = /^([^/]*)\/?([\s\S]*)$/.exec(spec) ?? [];
  const manner = Object.hasOwn(manners, word) ? manners[word as keyof typeof manners] : undefined;
  if (manner === undefined) throw new AgentProblem("UNKNOWN_AGENT", `${spec}: no such program`);
  return await programAgent(manner, spec, rest, env);
}
