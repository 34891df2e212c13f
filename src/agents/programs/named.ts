import { claude } from "../claude/index.ts";
import { codex } from "../codex/index.ts";
import type { Agent } from "../contract.ts";
import { gemini } from "../gemini/index.ts";
import { opencode } from "../opencode/index.ts";
import { AgentProblem } from "../problem.ts";
import { sidesOf } from "../sides.ts";
import { programAgent } from "./choose.ts";

const manners = { claude, codex, gemini, opencode };

/** `claude[/MODEL]`, `codex/MODEL`, `gemini/MODEL`, `opencode/ENDPOINT/MODEL`, each with `[@PROMPT][+TOOLS]`. */
export async function agentOf(spec: string, env?: NodeJS.ProcessEnv): Promise<Agent> {
  const sides = sidesOf(spec);
  const [, word = "", rest = ""] = /^([^/]*)\/?([\s\S]*)$/.exec(sides.rest) ?? [];
  const manner = Object.hasOwn(manners, word) ? manners[word as keyof typeof manners] : undefined;
  if (manner === undefined) throw new AgentProblem("UNKNOWN_AGENT", `${spec}: no such program`);
  return await programAgent(manner, { name: spec, rest, sides }, env);
}
