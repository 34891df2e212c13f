import { claude } from "../claude/index.ts";
import { codex } from "../codex/index.ts";
import type { Agent } from "../contract.ts";
import { gemini } from "../gemini/index.ts";
import { opencode } from "../opencode/index.ts";
import { AgentProblem } from "../problem.ts";
import { sidesOf } from "../sides.ts";
import type { AgentSettings } from "../sources/index.ts";
import { type Asked, modelIn, programAgent } from "./choose.ts";

const manners = { claude, codex, gemini, opencode };

/** `claude[/MODEL]`, `codex/MODEL`, `gemini/MODEL`, `opencode/ENDPOINT/MODEL`, each with `[@PROMPT][+TOOLS]`. */
export async function agentOf(spec: string, env?: NodeJS.ProcessEnv): Promise<Agent> {
  return await programAgent(askedFor(spec), env);
}

/** The same model by our own loop, for whoever wants to see whether it answers. */
export function modelOf(spec: string, settings: AgentSettings): string {
  const asked = askedFor(spec);
  const { source, model } = modelIn(asked, settings);
  const { prompt, tools } = asked.sides;
  if (model !== undefined) return [`${source.name}/${model}`, prompt && `@${prompt}`, tools && `+${tools}`].join("");
  throw new AgentProblem("UNKNOWN_AGENT", `${spec}: expected a model, found none: the program chooses one by itself`, {
    hint: `to see whether one answers, name it: ${asked.manner.program}/MODEL`,
  });
}

function askedFor(spec: string): Asked {
  const sides = sidesOf(spec);
  const [, word = "", rest = ""] = /^([^/]*)\/?([\s\S]*)$/.exec(sides.rest) ?? [];
  const manner = Object.hasOwn(manners, word) ? manners[word as keyof typeof manners] : undefined;
  if (manner === undefined) throw new AgentProblem("UNKNOWN_AGENT", `${spec}: no such program`);
  return { manner, name: spec, rest, sides };
}
