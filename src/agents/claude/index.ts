import { home, json, type Manner, noKey } from "../programs/manner.ts";
import { claudeReader } from "./events.ts";

/** Claude Code. */
export const claude: Manner = {
  program: "claude",
  speaks: ["anthropic"],
  settle({ url, model, servers, onlyServers, prompt }) {
    const mcpServers = servers.map(({ name, ...started }) => [name, { type: "stdio", ...started }]);
    const file = `${home}/.mcp.json`;
    return {
      words: [
        ...["claude", "--print", "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"],
        ...["--mcp-config", file, "--strict-mcp-config"],
        ...(model === undefined ? [] : ["--model", model]),
        // None of its own; those of servers are not among them.
        ...(onlyServers ? ["--tools", ""] : []),
        ...(prompt === undefined ? [] : ["--append-system-prompt", prompt]),
      ],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: noKey,
        IS_SANDBOX: "1", // Lets it go without asking for permission also as root.
        ENABLE_TOOL_SEARCH: "false", // Behind another address than Anthropic's it would not search either.
        MCP_TIMEOUT: "120000", // A busy machine starts a server slowly.
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
      files: [json(file, { mcpServers: Object.fromEntries(mcpServers) })],
    };
  },
  reader: claudeReader,
};
