import { createHash } from "node:crypto";
import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { answerReader } from "./answer.ts";
import { towardsClient, towardsProvider } from "./headers.ts";
import type { ModelEndpoint, Passed, ProxyLimits } from "./model.ts";
import type { Route } from "./routes.ts";

interface Passing {
  readonly route: Route;
  readonly body: Buffer;
  readonly model: string | undefined;
  readonly streams: boolean;
  readonly limits: Pick<ProxyLimits, "silence">;
}

/** Errors are short. One that is not is cut. */
const longestError = 64 * 1024;

/** A request on its way. */
export interface Underway {
  /** What is known of it by now. */
  soFar(): Passed;
  /** Never rejects: what went wrong is part of it. */
  readonly done: Promise<Passed>;
}

/** Passes a request on and its answer back, byte for byte as it comes, and tells what it was. */
export function pass(
  from: IncomingMessage,
  to: ServerResponse,
  { route, body, model, streams, limits }: Passing,
): Underway {
  const { endpoint, path, asks } = route;
  const began = performance.now();
  const since = () => Math.round(performance.now() - began) / 1_000;
  const known = {
    ...({ kind: "request", time: new Date().toISOString(), family: endpoint.family, asks, streams } as const),
    ...{ method: from.method ?? "", path: path.split("?")[0] ?? "", ...(model === undefined ? {} : { model }) },
    ...{ requestBytes: body.length, requestDigest: digestOf(body) },
  };
  const answered: { status?: number; firstByteSeconds?: number; responseBytes: number } = { responseBytes: 0 };
  const soFar = (): Passed => ({ ...known, ...answered, seconds: since() });

  const work = async (): Promise<Passed> => {
    const asked = ask(new URL(endpoint.url.replace(/\/+$/, "") + path), from, body, { endpoint, limits });
    let left = false;
    to.once("close", () => {
      left = !to.writableFinished;
      if (left) asked.destroy();
    });
    try {
      const answer = await answerTo(asked);
      answered.firstByteSeconds = since();
      answered.status = answer.statusCode ?? 502;
      const reader = answerReader(String(answer.headers["content-type"]));
      const hash = createHash("sha256");
      const count = (chunk: Buffer) => {
        answered.responseBytes += chunk.length;
        hash.update(chunk);
        reader.read(chunk);
      };
      const refused = answered.status >= 400;
      await (refused ? explain(answer, to, count, endpoint.key) : stream(answer, to, count));
      const { tokens, failure: told = refused ? `status ${answered.status}` : undefined } = reader.told();
      const failure = told === undefined ? undefined : withoutKey(told, endpoint.key);
      const responseDigest = `sha256:${hash.digest("hex")}`;
      return { ...soFar(), ...tokens, responseDigest, ...(failure ? { failure, by: "provider" } : {}) };
    } catch (thrown) {
      const failure = left ? "the client left before the end" : reasonOf(thrown);
      if (to.headersSent) to.destroy();
      else refuse(to, 502, `the model's provider cannot be reached: ${failure}`);
      return { ...soFar(), failure, by: left ? "client" : "provider" };
    }
  };
  return { soFar, done: work() };
}

function ask(
  url: URL,
  { method = "GET", headers }: IncomingMessage,
  body: Buffer,
  { endpoint, limits }: { readonly endpoint: ModelEndpoint; readonly limits: Pick<ProxyLimits, "silence"> },
): ClientRequest {
  const length = body.length > 0 ? { "content-length": body.length } : {};
  const asked = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    ...{ method, headers: { ...towardsProvider(headers, endpoint), ...length }, timeout: limits.silence * 1_000 },
  });
  asked.once("timeout", () => asked.destroy(new Error(`nothing came for ${limits.silence} s`)));
  return asked.end(body);
}

const answerTo = (asked: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => void asked.once("response", resolve).on("error", reject));

async function stream(answer: IncomingMessage, to: ServerResponse, count: (chunk: Buffer) => void): Promise<void> {
  to.writeHead(answer.statusCode ?? 502, towardsClient(answer.headers));
  to.flushHeaders();
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    count(chunk);
    if (!to.write(chunk)) await new Promise<void>((resolve) => void to.once("drain", resolve).once("close", resolve));
  }
  to.end();
}

/** A provider that refuses a key may say the key. Nobody in the sandbox is to read it. */
async function explain(
  answer: IncomingMessage,
  to: ServerResponse,
  count: (chunk: Buffer) => void,
  key: string | undefined,
): Promise<void> {
  const chunks: Buffer[] = [];
  let room = longestError;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    count(chunk);
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  }
  const said = Buffer.concat(chunks).toString();
  to.writeHead(answer.statusCode ?? 502, towardsClient(answer.headers)).end(withoutKey(said, key));
}

const withoutKey = (text: string, key: string | undefined) => (key ? text.replaceAll(key, "[key]") : text);

/** An error in the form that every family's clients understand. */
export function refuse(to: ServerResponse, status: number, message: string): void {
  const text = `airworthy: ${message}`;
  const body = JSON.stringify({ type: "error", error: { type: "proxy_error", code: status, message: text } });
  to.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}

export const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

function reasonOf(thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  // Of an address that was tried in several ways the message is empty, and the code says it.
  return [code, message].filter((word) => word !== undefined && word !== "").join(": ") || String(thrown);
}
