import { nearest } from "../problem/index.ts";
import { AgentProblem } from "./problem.ts";
import type { Server } from "./sources/index.ts";

/** What can be chosen of every agent with a model: `…[@PROMPT][+TOOLS]`. */
export interface Sides {
  /** What comes before. */
  readonly rest: string;
  readonly prompt?: string;
  readonly tools?: string;
}

export function sidesOf(spec: string): Sides {
  const [, rest = spec, prompt, tools] = /^(.*?)(?:@([\w-]+))?(?:\+([\w.-]+))?$/s.exec(spec) ?? [];
  return { rest, ...(prompt === undefined ? {} : { prompt }), ...(tools === undefined ? {} : { tools }) };
}

/** The MCP server that takes the shell's place; none if it is the shell itself. */
export function serverIn({ tools }: Sides, servers: readonly Server[], agent: string): Server | undefined {
  if (tools === undefined || tools === "shell") return undefined;
  return named(servers, tools, `${agent}: no tools "${tools}"`, "in agents.toml, [tools.NAME]");
}

export function named<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
  message: string,
  where: string,
): T {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  const meant = nearest(name, names);
  const known = names.length > 0 ? `there are: ${names.join(", ")}; ` : "";
  const hint = meant === undefined ? `${known}others are named ${where}` : `did you mean ${meant}?`;
  throw new AgentProblem("UNKNOWN_AGENT", message, { hint });
}
