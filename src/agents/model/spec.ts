import { nearest } from "../../problem/index.ts";
import { listed } from "../prices/index.ts";
import { AgentProblem } from "../problem.ts";
import { type Prompt, promptNamed } from "../prompts/index.ts";
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

const shape = /^([^/]+)\/(.+?)(?:@([\w-]+))?(?:\+([\w.-]+))?$/;

export async function choose(spec: string, { sources, servers }: AgentSettings): Promise<Chosen> {
  const [, endpoint, model, prompt = "bare", tools] = shape.exec(spec) ?? [];
  if (endpoint === undefined || model === undefined) {
    throw new AgentProblem("UNKNOWN_AGENT", `model:${spec}: expected model:ENDPOINT/MODEL[@PROMPT][+TOOLS]`, {
      hint: "for example model:anthropic/claude-sonnet-5-5@careful",
    });
  }
  const source = named(
    sources,
    endpoint,
    `model:${spec}: no endpoint "${endpoint}"`,
    "in agents.toml, [endpoints.NAME]",
  );
  const known = listed(`${endpoint}/${model}`);
  const { context, ...price } = known ?? {};
  return {
    name: `model:${spec}`,
    source,
    settings: {
      ...(context === undefined ? {} : { context }),
      ...(known === undefined ? {} : { price: price as typeof known }),
      ...(source.models.find(({ name }) => name === model) ?? { name: model }),
    },
    prompt: await promptNamed(prompt),
    server:
      tools === undefined || tools === "shell"
        ? undefined
        : named(servers, tools, `model:${spec}: no tools "${tools}"`, "in agents.toml, [tools.NAME]"),
  };
}

function named<T extends { readonly name: string }>(
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
