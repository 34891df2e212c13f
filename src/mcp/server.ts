import { CLIENT_INFO_META_KEY, type Implementation, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { instructions } from "../recorder/index.ts";
import type { Caller, Desk } from "./desk.ts";
import { registerResources } from "./resources.ts";
import { registerDecline } from "./tools/decline.ts";
import { registerEntries } from "./tools/entries.ts";
import { registerExplainRisk } from "./tools/explain-risk.ts";
import { registerPending } from "./tools/pending.ts";
import { registerPrescribe } from "./tools/prescribe.ts";
import { registerReport } from "./tools/report.ts";

const registrations = [
  registerPrescribe,
  registerReport,
  registerDecline,
  registerPending,
  registerExplainRisk,
  registerEntries,
  registerResources,
];

/** The recorder as an MCP server, for one connection or one request. `sessionOf` says what belongs together. */
export function buildServer(desk: Desk, sessionOf: (client: string, context: ServerContext) => string): McpServer {
  const { version } = desk.options;
  const server = new McpServer(
    { name: "airworthy", title: "Airworthy, the flight recorder", version },
    { instructions },
  );
  const caller = (context: ServerContext): Caller => {
    const client = clientOf(server, context);
    return { client, session: sessionOf(client.name, context) };
  };
  for (const register of registrations) register({ server, desk, caller });
  return server;
}

/** Since the revision of 2026 clients introduce themselves with every request, before that once. */
function clientOf(server: McpServer, { mcpReq }: ServerContext): Caller["client"] {
  const told = mcpReq.envelope as Partial<Record<typeof CLIENT_INFO_META_KEY, Implementation>> | undefined;
  const found = told?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  const name = found?.name.trim() || "unnamed";
  return { name: name.slice(0, 200), ...(found?.version ? { version: found.version.slice(0, 200) } : {}) };
}
