import {
  type Acted,
  type Endpoint,
  type modelSources,
  models,
  type Stage,
  startEndpoint,
  type Turn,
} from "../../src/agents/index.ts";

type Settings = Awaited<ReturnType<Awaited<ReturnType<typeof modelSources>>["loadSettings"]>>;
type ModelOptions = NonNullable<Parameters<Awaited<ReturnType<typeof models>>["modelAgent"]>[1]>;
export type Provider = Settings["sources"][number]["provider"];

/** Each family of models by the name that it has in these tests, and where the endpoint speaks its dialect. */
export const families: readonly { provider: Provider; dialect: string; path: string }[] = [
  { provider: "anthropic", dialect: "anthropic", path: "/v1" },
  { provider: "openai", dialect: "openai-responses", path: "/v1" },
  { provider: "google", dialect: "gemini", path: "/v1beta" },
  { provider: "openai-compatible", dialect: "openai-chat", path: "/v1" },
];

export const key = "sk-this-is-the-key-of-these-tests";

/** Where the scripted endpoint is, as agents.toml would have said it. */
export function settingsFor(
  { url }: Pick<Endpoint, "url">,
  provider: Provider = "anthropic",
  more: Partial<Settings> & { readonly models?: Settings["sources"][number]["models"] } = {},
): Settings {
  const { models: own = [], ...rest } = more;
  const path = families.find((each) => each.provider === provider)?.path ?? "";
  const source = { name: "scripted", provider, url: `${url}${path}`, keyVariables: ["SCRIPTED_KEY"], models: own };
  return { sources: [source], servers: [], budget: { turns: 30 }, ...rest };
}

export interface Played {
  readonly acted: Acted;
  readonly endpoint: Pick<Endpoint, "exchanges" | "failures">;
}

export interface Playing extends Partial<Pick<ModelOptions, "env" | "budget" | "patience">> {
  readonly provider?: Provider;
  readonly spec?: string;
  readonly settings?: Parameters<typeof settingsFor>[2];
  readonly stage: Pick<Stage, "home"> & Partial<Stage>;
  readonly signal?: AbortSignal;
}

/** Lets the loop play a script against the scripted endpoint. */
export async function play(turns: readonly Turn[], playing: Playing): Promise<Played> {
  await using endpoint = await startEndpoint(turns);
  const {
    provider,
    spec = "scripted/some-model",
    settings,
    stage,
    signal = new AbortController().signal,
    ...rest
  } = playing;
  const { modelAgent } = await models();
  const agent = await modelAgent(spec, {
    settings: settingsFor(endpoint, provider, settings),
    env: { SCRIPTED_KEY: key },
    patience: { tries: 3, firstWaitMs: 1 },
    ...rest,
  });
  const acted = await agent.act({ instruction: "Make it work again.", limit: 600, ...stage }, signal);
  return { acted, endpoint: { exchanges: endpoint.exchanges, failures: endpoint.failures } };
}

export const finish = (outcome: string, more: object = {}): Turn => ({
  calls: [{ server: "finish", tool: "finish", input: { outcome, reason: "as scripted", ...more } }],
});

/** What was called, with what came of it. */
export const told = ({ deeds = [] }: Acted) =>
  deeds.flatMap(({ tool_calls = [], observation }) =>
    tool_calls.map(({ tool_call_id: id, function_name: name }) => [
      name,
      observation?.results.find(({ source_call_id }) => source_call_id === id)?.content,
    ]),
  );
