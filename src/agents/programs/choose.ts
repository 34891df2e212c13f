import type { Agent } from "../contract.ts";
import { AgentProblem } from "../problem.ts";
import { promptNamed } from "../prompts/index.ts";
import { type Sides, serverIn } from "../sides.ts";
import { type AgentSettings, keyOf, loadSettings, type Source } from "../sources/index.ts";
import { headless } from "./headless.ts";
import { familyOf, type Manner } from "./manner.ts";

export interface Asked {
  readonly manner: Manner;
  /** All of it. */
  readonly name: string;
  /** What comes after the program. */
  readonly rest: string;
  readonly sides: Sides;
}

/** `PROGRAM[/[ENDPOINT/]MODEL]`: where no endpoint is named it is the one whose models the program is made for. */
export function modelIn(
  { manner, name, rest }: Asked,
  { sources }: Pick<AgentSettings, "sources">,
): { readonly source: Source; readonly model: string | undefined } {
  const fitting = sources.filter(({ provider }) => manner.speaks.includes(provider));
  const [first = "", ...others] = rest.split("/");
  const named = others.length > 0 ? fitting.find((each) => each.name === first) : undefined;
  const source = named ?? usual(manner, fitting, name);
  const model = (named ? others.join("/") : rest) || undefined;
  if (model === undefined && manner.program !== "claude") {
    throw new AgentProblem("UNKNOWN_AGENT", `${name}: expected a model after a slash, found none`, {
      hint: `write ${manner.program}/MODEL`,
    });
  }
  return { source, model };
}

export async function programAgent(asked: Asked, env: NodeJS.ProcessEnv = process.env): Promise<Agent> {
  const { manner, name, sides } = asked;
  const settings = await loadSettings(env);
  const { source, model } = modelIn(asked, settings);
  const { servers, budget } = settings;
  const server = serverIn(sides, servers, name);
  const prompt = sides.prompt === undefined ? undefined : await promptNamed(sides.prompt);
  return headless(manner, { name, source, model, key: keyOf(source, env), budget, server, prompt });
}

function usual({ program, speaks }: Manner, fitting: readonly Source[], spec: string): Source {
  const own = fitting.find(({ name }) => name === familyOf(speaks[0] ?? "openai"));
  if (own !== undefined && speaks.length <= 2) return own;
  throw new AgentProblem("UNKNOWN_AGENT", `${spec}: expected ${program}/ENDPOINT/MODEL`, {
    hint: `there are: ${fitting.map(({ name }) => name).join(", ")}; others are named in agents.toml, [endpoints.NAME]`,
  });
}
