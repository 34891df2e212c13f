import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../problem/index.ts";
import type { Dialect, Json } from "./dialect.ts";
import { anthropic } from "./dialects/anthropic.ts";
import { gemini } from "./dialects/gemini.ts";
import { openaiChat } from "./dialects/openai-chat.ts";
import { openaiResponses } from "./dialects/openai-responses.ts";
import { type Answer, answerOf, type Trouble, type Turn } from "./script.ts";

const dialects: readonly Dialect[] = [anthropic, openaiResponses, openaiChat, gemini];

/** A request that was answered by the script. */
export interface Exchange {
  readonly dialect: string;
  readonly headers: IncomingHttpHeaders;
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
export async function startEndpoint(turns: readonly Turn[], { port = 0 } = {}): Promise<Endpoint> {
  const play: Play = { turns, exchanges: [], failures: [], failed: new Map() };
  const server = createServer((request, response) => {
    serve(request, response, play).catch((thrown) => {
      play.failures.push(messageOf(thrown));
      send(response, 400, "application/json", JSON.stringify({ error: { message: messageOf(thrown) } }));
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    exchanges: play.exchanges,
    failures: play.failures,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Play {
  readonly turns: readonly Turn[];
  readonly exchanges: Exchange[];
  readonly failures: string[];
  /** How often each turn has gone wrong. */
  readonly failed: Map<number, number>;
}

async function serve(request: IncomingMessage, response: ServerResponse, play: Play): Promise<void> {
  const path = request.url?.split("?")[0] ?? "/";
  const dialect = dialects.find(({ speaks }) => speaks(path));
  if (request.method !== "POST" || !dialect) return send(response, 200, "application/json", "{}");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const said = Buffer.concat(chunks).toString();
  const body = JSON.parse(said) as Json;
  const { turn, tools, wantsStream } = dialect.read(body);
  // Agents ask on the side for titles and summaries: such requests offer no tools and take no turn of the script.
  const aside = tools.length === 0;
  const answer = aside ? asideAnswer : answerOf(play.turns, turn, tools, said);
  const streams = wantsStream && !path.endsWith(":generateContent");
  const text = streams ? dialect.stream(answer, body, path) : JSON.stringify(dialect.whole(answer, body, path));
  const type = streams ? "text/event-stream" : "application/json";
  if (aside) return send(response, 200, type, text);
  const trouble = troubleNow(play, turn);
  if (trouble !== undefined) return fail(response, trouble, type, text);
  play.exchanges.push({ dialect: dialect.name, headers: request.headers, body, answer });
  send(response, 200, type, text);
}

const asideAnswer: Answer = { turn: -1, text: "ok", calls: [], tokens: { input: 1, output: 1 } };

function troubleNow({ turns, failed }: Play, turn: number): Trouble["is"] | undefined {
  const { is, times = Number.POSITIVE_INFINITY } = turns[turn]?.trouble ?? {};
  const before = failed.get(turn) ?? 0;
  if (is === undefined || before >= times) return undefined;
  failed.set(turn, before + 1);
  return is;
}

function fail(response: ServerResponse, is: Trouble["is"], type: string, text: string): void {
  if (is === "silence") return; // Whoever asked may wait.
  if (typeof is === "number") {
    const kind = is === 529 || is === 503 ? "overloaded_error" : is === 429 ? "rate_limit_error" : "api_error";
    const error = { type: kind, code: is, status: "UNAVAILABLE", message: `scripted trouble ${is}` };
    send(response, is, "application/json", JSON.stringify({ type: "error", error }));
  } else {
    response.writeHead(200, { "content-type": type });
    response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy());
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
}
