import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../src/problem/index.ts";
import type { Dialect, Json } from "./dialect.ts";
import { anthropic } from "./dialects/anthropic.ts";
import { gemini } from "./dialects/gemini.ts";
import { openaiChat } from "./dialects/openai-chat.ts";
import { openaiResponses } from "./dialects/openai-responses.ts";
import { type Answer, answerOf, type Turn } from "./script.ts";

const dialects: readonly Dialect[] = [anthropic, openaiResponses, openaiChat, gemini];

/** A request that was answered by the script. */
export interface Exchange {
  readonly dialect: string;
  readonly body: Json;
  readonly answer: Answer;
}

export interface Endpoint extends AsyncDisposable {
  /** Without a slash at the end; agents differ in whether they want `/v1` after it. */
  readonly url: string;
  /** What the agent asked and was told, in order. */
  readonly exchanges: readonly Exchange[];
  /** What went wrong here, such as a tool that the script names and the agent does not have. */
  readonly failures: readonly string[];
}

/**
 * A model that plays a script, on loopback, in the dialects of the known agents. Where a conversation stands is read
 * from the request itself, so several agents may play the same script at once, and a repeated request gets the same
 * answer.
 */
export async function startEndpoint(turns: readonly Turn[]): Promise<Endpoint> {
  const exchanges: Exchange[] = [];
  const failures: string[] = [];
  const server = createServer((request, response) => {
    serve(request, response, turns, exchanges).catch((thrown) => {
      failures.push(messageOf(thrown));
      send(response, 400, "application/json", JSON.stringify({ error: { message: messageOf(thrown) } }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    failures,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  turns: readonly Turn[],
  exchanges: Exchange[],
): Promise<void> {
  const path = request.url?.split("?")[0] ?? "/";
  const dialect = dialects.find(({ speaks }) => speaks(path));
  if (request.method !== "POST" || !dialect) return send(response, 200, "application/json", "{}");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
  const { turn, tools, wantsStream } = dialect.read(body);
  // Agents ask on the side for titles and summaries: such requests offer no tools and take no turn of the script.
  const answer = tools.length === 0 ? { turn: -1, text: "ok", calls: [] } : answerOf(turns, turn, tools);
  if (tools.length > 0) exchanges.push({ dialect: dialect.name, body, answer });
  if (wantsStream && !path.endsWith(":generateContent")) {
    send(response, 200, "text/event-stream", dialect.stream(answer, body, path));
  } else send(response, 200, "application/json", JSON.stringify(dialect.whole(answer, body, path)));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
}
