import type { Agent } from "../contract.ts";
import { AgentProblem } from "../problem.ts";
import { keyOf, loadSettings, type Source } from "../sources/index.ts";
import { headless } from "./headless.ts";
import { familyOf, type Manner } from "./manner.ts";

/** `PROGRAM[/[ENDPOINT/]MODEL]`: where no endpoint is named it is the one whose models the program is made for. */
export async function programAgent(
  manner: Manner,
  spec: string,
  rest: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Agent> {
  const { sources, budget } = await loadSettings(env);
  const fitting = sources.filter(({ provider }) => manner.speaks.includes(provider));
  const [first = "", ...others] = rest.split("/");
  const named = others.length > 0 ? fitting.find(({ name }) => name === first) : undefined;
  const source = named ?? usual(manner, fitting, spec);
  const model = (named ? others.join("/") : rest) || undefined;
  if (model === undefined && manner.program !== "claude") {
    throw new AgentProblem("UNKNOWN_AGENT", `${spec}: expected a model after a slash, found none`);
  }
  return headless(manner, { name: spec, source, model, key: keyOf(source, env), budget });
}

function usual({ program, speaks }: Manner, fitting: readonly Source[], spec: string): Source {
  const own = fitting.find(({ name }) => name === familyOf(speaks[0] ?? "openai"));
  if (own !== undefined && speaks.length <= 2) return own;
  throw new AgentProblem("UNKNOWN_AGENT", `${spec}: expected ${program}/ENDPOINT/MODEL`, {
    hint: `there are: ${fitting.map(({ name }) => name).join(", ")}; others are named in agents.toml, [endpoints.NAME]`,
  });
}
