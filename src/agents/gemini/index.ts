import { home, json, type Manner, noKey } from "../programs/manner.ts";
import { geminiReader } from "./events.ts";

/** What is denied without a condition is not offered to a model. A list of its own tools would take those of servers away too. */
const servedOnly = `[[rule]]
toolName = "*"
decision = "deny"
priority = 1

[[rule]]
toolName = "mcp_*"
decision = "allow"
priority = 2
`;

/** Google's Gemini CLI. */
export const gemini: Manner = {
  program: "gemini",
  speaks: ["google"],
  settle({ url, model, servers, onlyServers, prompt }) {
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
      files: [
        json(`${home}/.gemini/settings.json`, settings),
        ...(onlyServers ? [{ path: `${home}/.gemini/policies/servers.toml`, content: servedOnly }] : []),
        ...(prompt === undefined ? [] : [{ path: `${home}/.gemini/GEMINI.md`, content: prompt }]),
      ],
    };
  },
  reader: geminiReader,
};
