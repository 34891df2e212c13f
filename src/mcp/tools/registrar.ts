import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Caller, Desk } from "../desk.ts";

/** What a tool needs to be put on a server. */
export interface Registrar {
  readonly server: McpServer;
  readonly desk: Desk;
  /** Who calls, which newer clients say with every request and older ones once. */
  caller(context: ServerContext): Caller;
}

/** Claude Code shows tools only to who searches for them, unless they say that they are always needed. */
export const alwaysThere = { "anthropic/alwaysLoad": true };
