import type { SandboxFile } from "../../sandbox/index.ts";
import { home, json, type Manner, noKey } from "../programs/manner.ts";
import type { Provider } from "../sources/index.ts";
import { opencodeReader } from "./events.ts";

/** The library that it asks each provider's models with; all of these it brings along. */
const libraries: Readonly<Record<Provider, string>> = {
  anthropic: "@ai-sdk/anthropic",
  openai: "@ai-sdk/openai",
  google: "@ai-sdk/google",
  "openai-compatible": "@ai-sdk/openai-compatible",
};

const settings = `${home}/.config/opencode`;

/** opencode. */
export const opencode: Manner = {
  program: "opencode",
  speaks: ["anthropic", "openai", "google", "openai-compatible"],
  settle({ url, provider, model = "", servers, onlyServers, prompt }) {
    const mcp = servers.map(({ name, command, args, env }) => [
      name,
      { type: "local", command: [command, ...args], environment: env, enabled: true, timeout: 120_000 },
    ]);
    const options = { baseURL: `${url}${provider === "google" ? "/v1beta" : "/v1"}`, apiKey: noKey };
    return {
      words: ["opencode", "run", "--format", "json"],
      env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
      files: [
        json(`${settings}/opencode.json`, {
          ...{ model: `endpoint/${model}`, small_model: `endpoint/${model}`, autoupdate: false, share: "disabled" },
          permission: onlyServers
            ? Object.fromEntries([["*", "deny"], ...servers.map(({ name }) => [`${name}_*`, "allow"])])
            : { webfetch: "deny", websearch: "deny" },
          provider: {
            endpoint: { npm: libraries[provider], name: "endpoint", options, models: { [model]: { name: model } } },
          },
          mcp: Object.fromEntries(mcp),
        }),
        ...(prompt === undefined ? [] : [{ path: `${settings}/AGENTS.md`, content: prompt }]),
        ...withoutInstalling(settings),
      ],
    };
  },
  reader: opencodeReader,
};

/** In a new home it installs a library for plugins from npm, unless it finds that as done already. Ours need none. */
export function withoutInstalling(folder: string): SandboxFile[] {
  const wanted = { dependencies: { "@opencode-ai/plugin": "*" } };
  return [
    json(`${folder}/package.json`, wanted),
    json(`${folder}/package-lock.json`, { packages: { "": wanted } }),
    { path: `${folder}/node_modules/.none`, content: "" },
  ];
}
