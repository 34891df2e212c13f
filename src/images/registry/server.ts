import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { messageOf } from "../../problem/index.ts";
import type { BuildOptions } from "../build.ts";
import { cacheAt } from "../cache.ts";
import { ImageProblem } from "../problem.ts";
import { refuse } from "./answers.ts";
import { localImages } from "./local.ts";
import { route } from "./route.ts";
import { sendBlob, sendManifest } from "./send.ts";
import { type UpstreamOptions, upstream } from "./upstream.ts";

export interface RegistryOptions extends Omit<BuildOptions, "refresh"> {
  /** Fetch what no recipe stands in for from the registry it names. Off: such images are unknown, at once. */
  readonly upstream?: boolean | UpstreamOptions | undefined;
}

export interface Registry extends AsyncDisposable {
  readonly server: Server;
  /** Listens on a Unix socket; a socket file whose owner is gone is replaced. */
  listen(socketPath: string): Promise<void>;
  close(): Promise<void>;
}

/** A read-only registry of the recipes' images, each built when it is first asked for. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const closing = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
  const cache = cacheAt(options.cacheRoot);
  const local = localImages({ ...options, signal });
  const remote = options.upstream
    ? upstream(cache, options.upstream === true ? {} : options.upstream, signal)
    : undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader("docker-distribution-api-version", "registry/2.0");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return refuse(response, 405, "UNSUPPORTED", "this registry is read-only");
    }
    const asked = route(request.url ?? "/");
    if (asked.is === "base") return void response.writeHead(200, { "content-length": 0 }).end();
    if (asked.is === "bad") return refuse(response, 404, "NAME_INVALID", asked.why);
    if (asked.is === "manifest") {
      const found = (await local.manifest(asked.image)) ?? (await remote?.manifest(asked.image));
      if (found) return sendManifest(response, found);
      return refuse(response, 404, "MANIFEST_UNKNOWN", `${asked.image.canonical}: no such image here`);
    }
    const blob = (await local.blob(asked.image, asked.digest)) ?? (await remote?.blob(asked.image, asked.digest));
    if (blob) return sendBlob(cache, response, blob);
    refuse(response, 404, "BLOB_UNKNOWN", `${asked.digest}: no such blob in ${asked.image.repository}`);
  };

  // Whoever reaches the socket may be hostile: small headers, and no connection is held open by saying little.
  const server = createServer({
    maxHeaderSize: 8_192,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = 512;
  server.on("request", (request, response) => {
    request.resume(); // A body means nothing here, but an unread one would block the connection.
    answer(request, response).catch((thrown: unknown) => {
      const upstreamFailed = thrown instanceof ImageProblem && thrown.code === "UPSTREAM";
      refuse(response, upstreamFailed ? 502 : 500, "UNKNOWN", messageOf(thrown));
    });
  });
  const close = async () => {
    closing.abort();
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  const listen = (socketPath: string) => listenOn(server, socketPath);
  return { server, listen, close, [Symbol.asyncDispose]: close };
}

async function listenOn(server: Server, socketPath: string): Promise<void> {
  if (await refusesConnections(socketPath)) await rm(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      server.off("error", reject);
      resolve();
    });
  });
  await chmod(socketPath, 0o600);
}

async function refusesConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socketPath);
    probe.once("connect", () => {
      probe.destroy();
      resolve(false);
    });
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
