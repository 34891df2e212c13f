import { AgentProblem } from "../problem.ts";
import type { Provider, Source } from "./model.ts";

interface Usual {
  readonly url: string;
  /** What a URL without a path gets: providers' own programs leave the version out, or do not. */
  readonly path: string;
  readonly urlVariable?: string;
  readonly keyVariables: readonly string[];
}

const usual: Readonly<Record<Provider, Usual>> = {
  anthropic: {
    url: "https://api.anthropic.com/v1",
    path: "/v1",
    urlVariable: "ANTHROPIC_BASE_URL",
    keyVariables: ["ANTHROPIC_API_KEY"],
  },
  openai: {
    url: "https://api.openai.com/v1",
    path: "/v1",
    urlVariable: "OPENAI_BASE_URL",
    keyVariables: ["OPENAI_API_KEY"],
  },
  google: {
    url: "https://generativelanguage.googleapis.com/v1beta",
    path: "/v1beta",
    urlVariable: "GOOGLE_GENERATIVE_AI_BASE_URL",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  },
  "openai-compatible": { url: "", path: "/v1", keyVariables: [] },
};

export const providers = Object.keys(usual) as readonly Provider[];

/** Known without agents.toml: each wants its key in the environment, and may be elsewhere. */
export function builtIn(env: NodeJS.ProcessEnv): Source[] {
  return (["anthropic", "openai", "google"] as const).map((provider) => {
    const { url, urlVariable = "", keyVariables } = usual[provider];
    const elsewhere = env[urlVariable];
    return {
      ...{ name: provider, provider, keyVariables, models: [] },
      url: elsewhere ? urlOf(provider, elsewhere, `$${urlVariable}`) : url,
    };
  });
}

export const isBuiltIn = (name: string) => name !== "openai-compatible" && Object.hasOwn(usual, name);

export function urlOf(provider: Provider, text: string, where: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new AgentProblem(
      "BAD_CONFIG",
      `${where}: expected a URL that begins with https:// or http://, found "${text}"`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new AgentProblem("BAD_CONFIG", `${where}: expected a URL without a password, found one`, {
      hint: "a key comes from the environment; keyVariable names the variable",
    });
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? usual[provider].path : path}`;
}
