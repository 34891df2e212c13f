import { listed } from "../prices/index.ts";
import { AgentProblem } from "../problem.ts";
import { type Prompt, promptNamed } from "../prompts/index.ts";
import { named, serverIn, sidesOf } from "../sides.ts";
import type { AgentSettings, ModelSettings, Server, Source } from "../sources/index.ts";

/** What `ENDPOINT/MODEL[@PROMPT][+TOOLS]` names. */
export interface Chosen {
  readonly name: string;
  readonly source: Source;
  readonly settings: ModelSettings;
  readonly prompt: Prompt;
  /** In place of the shell. */
  readonly server: Server | undefined;
}

export async function choose(spec: string, { sources, servers }: AgentSettings): Promise<Chosen> {
  const sides = sidesOf(spec);
  const name = `model:${spec}`;
  const [, endpoint, model] = /^([^/]+)\/(.+)$/s.exec(sides.rest) ?? [];
  if (endpoint === undefined || model === undefined) {
    throw new AgentProblem("UNKNOWN_AGENT", `${name}: expected model:ENDPOINT/MODEL[@PROMPT][+TOOLS]`, {
      hint: "for example model:anthropic/claude-sonnet-5-5@careful",
    });
  }
  const source = named(sources, endpoint, `${name}: no endpoint "${endpoint}"`, "in agents.toml, [endpoints.NAME]");
  const known = listed(`${endpoint}/${model}`);
  const { context, ...price } = known ?? {};
  return {
    ...{ name, source },
    settings: {
      ...(context === undefined ? {} : { context }),
      ...(known === undefined ? {} : { price: price as typeof known }),
      ...(source.models.find((each) => each.name === model) ?? { name: model }),
    },
    prompt: await promptNamed(sides.prompt ?? "bare"),
    server: serverIn(sides, servers, name),
  };
}
