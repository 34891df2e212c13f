import { home, json, type Manner, noKey } from "../programs/manner.ts";
import { geminiReader } from "./events.ts";

/** Google's Gemini CLI. */
export const gemini: Manner = {
  program: "gemini",
  speaks: ["google"],
  settle({ url, model, servers }) {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } }, // Otherwise it asks how to log in, and ends.
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
      mcpServers: Object.fromEntries(servers.map(({ name, ...started }) => [name, { ...started, trust: true }])),
    };
    return {
      words: ["gemini", "--output-format", "stream-json", "--yolo", ...(model === undefined ? [] : ["--model", model])],
      env: { GEMINI_API_KEY: noKey, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
      files: [json(`${home}/.gemini/settings.json`, settings)],
    };
  },
  reader: geminiReader,
};
