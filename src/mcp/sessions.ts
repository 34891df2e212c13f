import { randomUUID } from "node:crypto";
import { type ServerContext, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { newId } from "../evidence/index.ts";
import type { Desk } from "./desk.ts";
import { buildServer } from "./server.ts";
import { peerHeader } from "./web.ts";

/** By this header a client says what its requests belong to. */
export const sessionHeader = "airworthy-session";

/** A client that was silent for so long begins anew. */
const idleMs = 30 * 60 * 1000;
const mostSessions = 1_000;

interface Known {
  readonly session: string;
  used: number;
}

/**
 * What belongs together over HTTP. Clients of the protocol before 2026 hold a session, which is then ours as well.
 * Newer ones send requests that have nothing to do with one another: these belong together if they say so by header,
 * else by client and address while it keeps coming.
 */
export class Sessions {
  readonly #desk: Desk;
  readonly #known = new Map<string, Known>();
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  of(client: string, { http }: ServerContext): string {
    const named = http?.req?.headers.get(sessionHeader);
    if (named) return named;
    if (this.#desk.options.session) return this.#desk.options.session;
    const now = Date.now();
    const key = JSON.stringify([client, http?.req?.headers.get(peerHeader)]);
    const found = this.#known.get(key);
    if (found && now - found.used < idleMs) {
      found.used = now;
      return found.session;
    }
    const session = newId();
    for (const [other, { used }] of this.#known) if (now - used >= idleMs) this.#known.delete(other);
    this.#known.set(key, { session, used: now });
    return session;
  }

  /** A request of a client that holds a session, or begins one. */
  async serve(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const transport = this.#transports.get(id);
      return transport ? await transport.handleRequest(request) : notFound();
    }
    const session = request.headers.get(sessionHeader) ?? this.#desk.options.session ?? newId();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => this.#keep(made, transport),
      enableJsonResponse: true,
    });
    transport.onclose = () => {
      if (transport.sessionId) this.#transports.delete(transport.sessionId);
    };
    await buildServer(this.#desk, () => session).connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await transport.close(); // It did not begin one after all.
    return response;
  }

  /** Clients seldom say goodbye: the one that began first goes when there are too many. */
  #keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#transports.set(id, transport);
    const [oldest] = this.#transports.values();
    if (this.#transports.size > mostSessions) oldest?.close().catch(() => {});
  }

  async close(): Promise<void> {
    for (const transport of [...this.#transports.values()]) await transport.close();
  }
}

function notFound(): Response {
  const error = { code: -32_001, message: "no such session: begin a new one" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
}
