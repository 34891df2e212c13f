import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { parsed } from "./json.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import type { ModelEndpoint, ModelProxy, ProxyLimits } from "./model.ts";
import { pass, refuse } from "./pass.ts";
import { reachesOut } from "./reach.ts";
import { routeOf } from "./routes.ts";

const MiB = 1024 ** 2;

/** Far more than an agent needs for a task, and far less than would hurt. */
const usual: ProxyLimits = {
  ...{ requests: 16, total: 2_000, body: 32 * MiB, bodies: 96 * MiB },
  ...{ attempts: 500, silence: 600 },
};

/** The one way to a model: it listens at a Unix socket, adds the key, and lets nothing else through. */
export async function openProxy(
  endpoints: readonly ModelEndpoint[],
  { mayAsk = () => undefined, ...limited }: Partial<ProxyLimits> & { readonly mayAsk?: Gate } = {},
): Promise<ModelProxy> {
  const limits = { ...usual, ...limited };
  const ledger = openLedger(limits.attempts);
  const work: Work = { endpoints, limits, ledger, mayAsk, now: 0, total: 0, bytes: 0, open: new Set() };
  const folder = await mkdtemp(join(tmpdir(), "aw-m-"));
  const socket = join(folder, "model.sock");
  const server = createServer({ headersTimeout: 30_000, requestTimeout: 300_000 }, (from, to) => {
    const one = serve(from, to, work).finally(() => work.open.delete(one));
    work.open.add(one);
  });
  const close = (way: Duplex, { method = "", url = "" }: IncomingMessage, because: string) => {
    ledger.refused({ method, target: url, because });
    way.on("error", () => {}).end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  };
  server.on("connect", (from, way) => close(way, from, "no tunnels: other hosts are not reached through it"));
  server.on("upgrade", (from, way) => close(way, from, "no upgrade to another protocol"));
  server.on("clientError", (error: NodeJS.ErrnoException, way) => {
    if (error.code !== "ECONNRESET") ledger.refused({ method: "", target: "", because: `no HTTP: ${error.code}` });
    way.destroy();
  });
  server.listen(socket);
  await once(server, "listening");
  return {
    socket,
    record: ledger.lines,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await Promise.allSettled(work.open);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Says why no model may be asked any more, once that is so. */
type Gate = () => string | undefined;

interface Work {
  readonly mayAsk: Gate;
  readonly endpoints: readonly ModelEndpoint[];
  readonly limits: ProxyLimits;
  readonly ledger: Ledger;
  now: number;
  total: number;
  bytes: number;
  readonly open: Set<Promise<void>>;
}

async function serve(from: IncomingMessage, to: ServerResponse, work: Work): Promise<void> {
  const { method = "", url = "" } = from;
  const { limits, ledger } = work;
  to.on("error", () => {}); // Whoever went away is not told anything.
  const no = (status: number, because: string) => {
    ledger.refused({ method, target: url, because });
    refuse(to, status, because);
  };
  const route = routeOf(method, url, work.endpoints);
  if ("because" in route) return no(403, route.because);
  if (from.headers["content-encoding"] !== undefined) return no(415, "bodies are taken as they are, not compressed");
  const over = route.asks ? work.mayAsk() : undefined;
  if (over !== undefined) return no(429, over);
  if (work.total >= limits.total) return no(429, `more than ${limits.total} requests`);
  if (work.now >= limits.requests) return no(429, `more than ${limits.requests} requests at once`);
  work.now += 1;
  work.total += 1;
  let taken = 0;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of from as AsyncIterable<Buffer>) {
      taken += chunk.length;
      work.bytes += chunk.length;
      if (taken > limits.body || work.bytes > limits.bodies) return no(413, `more than ${limits.body} bytes at once`);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    const said = parsed(body.toString());
    if (method === "POST" && said === undefined) return no(400, "expected an object in JSON");
    const outward = reachesOut(route.endpoint.family, said ?? {});
    if (outward !== undefined) return no(403, `the model's provider would reach out by itself: ${outward}`);
    const model = modelIn(said?.model, route.path);
    const streams = said?.stream === true || route.path.includes(":streamGenerateContent");
    await ledger.follow(pass(from, to, { route, body, model, streams, limits }));
  } catch {
    // Whoever left in the middle of a question has asked nothing.
    ledger.refused({ method, target: url, because: "the client left before its question was complete" });
  } finally {
    work.now -= 1;
    work.bytes -= taken;
  }
}

/** Google has it in the path, the others in the body. */
function modelIn(said: unknown, path: string): string | undefined {
  if (typeof said === "string") return said.slice(0, 200);
  return /\/models\/([^:/?]+):/.exec(path)?.[1];
}
