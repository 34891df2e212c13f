import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  isLegacyRequest,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { messageOf } from "../problem/index.ts";
import type { Desk } from "./desk.ts";
import { McpProblem } from "./problem.ts";
import { buildServer } from "./server.ts";
import { Sessions, sessionHeader } from "./sessions.ts";
import { carries } from "./token.ts";
import { largestBody, send, toWeb } from "./web.ts";

export interface HttpOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly token: string;
  /** Names under which the server may be asked for besides its own address: those of a proxy before it. */
  readonly names: readonly string[];
  /** What went wrong on the way, for whoever watches the server. */
  readonly onError: (message: string) => void;
}

export interface HttpService extends AsyncDisposable {
  readonly url: string;
}

const path = "/mcp";

/** Serves every client that brings the token, newer ones request by request, older ones in sessions. */
export async function serveHttp(desk: Desk, options: HttpOptions): Promise<HttpService> {
  const sessions = new Sessions(desk);
  const modern = createMcpHandler(() => buildServer(desk, (client, context) => sessions.of(client, context)), {
    legacy: "reject",
    maxRequestBodySize: largestBody,
    onerror: (error) => options.onError(messageOf(error)),
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusalOf(request, options);
    if (refused) return refuse(response, refused);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const web = await toWeb(request, gone.signal);
    if (!web) return refuse(response, { status: 413, text: `the request has more than ${largestBody} bytes` });
    const isLegacy = await isLegacyRequest(web, undefined, { maxRequestBodySize: largestBody });
    await send(isLegacy ? await sessions.serve(web) : await modern.fetch(web), response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((thrown) => {
      options.onError(messageOf(thrown));
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, text: "something went wrong here" });
    });
  });
  server.listen(options.port, options.host);
  await once(server, "listening").catch((cause) => {
    throw new McpProblem("BAD_ADDRESS", `${options.host}:${options.port}: cannot listen there: ${messageOf(cause)}`, {
      cause,
      hint: "choose another port, or 0 for any that is free",
    });
  });
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}${path}`,
    async [Symbol.asyncDispose]() {
      await modern.close();
      await sessions.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** A page in a browser may send requests here under a name that it made ours: hence the looks at Host and Origin. */
function refusalOf(request: IncomingMessage, { host, names, token }: HttpOptions): Refusal | undefined {
  const { headers, url = "" } = request;
  const known = ["localhost", "127.0.0.1", "[::1]", host.includes(":") ? `[${host}]` : host, ...names];
  const asked = validateHostHeader(headers.host, known);
  if (!asked.ok) return { status: 403, text: `Host: ${asked.message}` };
  const page = validateOriginHeader(headers.origin, known);
  if (!page.ok) return { status: 403, text: `Origin: ${page.message}` };
  if (!carries(headers.authorization, token))
    return { status: 401, text: "expected the token: Authorization: Bearer …" };
  if (new URL(url, "http://localhost").pathname !== path) return { status: 404, text: `expected ${path}` };
  const session = headers[sessionHeader];
  if (typeof session === "string" && session.length > 256)
    return { status: 400, text: "the session's name is too long" };
  return undefined;
}

function refuse(response: ServerResponse, { status, text }: Refusal): void {
  const headers = { "content-type": "application/json", ...(status === 401 ? { "www-authenticate": "Bearer" } : {}) };
  const error = { code: -32_000, message: text };
  response
    .writeHead(status, { ...headers, connection: "close" })
    .end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
}
