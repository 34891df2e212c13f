import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import type { KubeList, KubeObject } from "./object.ts";
import { ApiProblem } from "./problem.ts";

/** Where an API server listens: a URL, or a Unix socket that leads to it with the name on its certificate. */
export interface Address {
  readonly url: string;
  readonly socketPath?: string | undefined;
}

export interface Credentials {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly insecure?: boolean | undefined;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** A small client for any API server: the verbs of REST on paths, JSON in and out, no generated types to load. */
export interface Client extends Disposable {
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<T>;
  get<T = KubeObject>(path: string, signal?: AbortSignal): Promise<T>;
  /** The object, or undefined where there is none. */
  find<T = KubeObject>(path: string, signal?: AbortSignal): Promise<T | undefined>;
  list(path: string, signal?: AbortSignal): Promise<KubeList>;
  /** Server-side apply: creates or updates, repeatable. */
  apply(path: string, object: object, signal?: AbortSignal): Promise<KubeObject>;
  create(path: string, object: object, signal?: AbortSignal): Promise<KubeObject>;
  /** Deleting what is not there succeeds. */
  remove(path: string, signal?: AbortSignal): Promise<void>;
  /** The raw answer as a stream, for watches and logs. */
  stream(path: string, signal?: AbortSignal): Promise<IncomingMessage>;
  /** A connection that speaks something else than HTTP from then on, with what came of it already. */
  upgrade(path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Upgraded>;
}

export interface Upgraded {
  readonly socket: Duplex;
  readonly head: Buffer;
}

export function connect(address: Address, credentials: Credentials = {}): Client {
  const url = new URL(address.url);
  const secure = url.protocol === "https:";
  const agent = secure ? new https.Agent({ keepAlive: true, maxSockets: 64 }) : new http.Agent({ keepAlive: true });
  const trust = {
    ca: credentials.ca,
    cert: credentials.cert,
    key: credentials.key,
    rejectUnauthorized: !credentials.insecure,
    // A certificate is for a name: behind a socket the URL's host is that name.
    servername: isIp(url.hostname) ? "" : url.hostname,
  };

  const send = (method: string, path: string, options: RequestOptions, onUpgrade?: (made: Upgraded) => void) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const body = options.body === undefined ? undefined : JSON.stringify(options.body);
      const headers: Record<string, string> = { accept: "application/json", "user-agent": "airworthy" };
      Object.assign(headers, options.headers);
      if (credentials.token) headers.authorization = `Bearer ${credentials.token}`;
      if (body !== undefined) {
        headers["content-type"] = options.contentType ?? "application/json";
        headers["content-length"] = String(Buffer.byteLength(body));
      }
      const target = {
        method,
        path: url.pathname.replace(/\/$/, "") + path,
        headers,
        agent,
        host: url.hostname,
        port: url.port || (secure ? 443 : 80),
        signal: options.signal,
        ...(secure ? trust : {}),
        ...(address.socketPath ? { socketPath: address.socketPath } : {}),
      };
      const request = secure
        ? https.request(target as https.RequestOptions)
        : http.request(target as http.RequestOptions);
      request.once("response", resolve);
      if (onUpgrade) request.once("upgrade", (_, socket, head) => onUpgrade({ socket, head }));
      request.once("error", (cause) => {
        if (options.signal?.aborted) return reject(cause);
        reject(
          new ApiProblem(0, `${address.socketPath ?? address.url}: no answer from the API server: ${cause.message}`, {
            cause,
            hint: "is the cluster running, and is the address right?",
          }),
        );
      });
      request.end(body);
    });

  const request = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> => {
    const response = await send(method, path, options);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const status = response.statusCode ?? 0;
    if (status >= 400) throw new ApiProblem(status, `${method} ${path}: ${status} ${reasonOf(text)}`);
    return (response.headers["content-type"]?.includes("json") ? JSON.parse(text) : text) as T;
  };

  const get = <T>(path: string, signal?: AbortSignal) => request<T>("GET", path, { signal });
  return {
    request,
    get,
    find: (path, signal) => get<never>(path, signal).catch(orUndefinedIfMissing),
    list: (path, signal) => get<KubeList>(path, signal),
    apply: (path, object, signal) =>
      request("PATCH", `${path}?fieldManager=airworthy&force=true`, {
        body: object,
        contentType: "application/apply-patch+yaml",
        signal,
      }),
    create: (path, object, signal) => request("POST", path, { body: object, signal }),
    remove: async (path, signal) => {
      await request("DELETE", path, { signal }).catch(orUndefinedIfMissing);
    },
    stream: async (path, signal) => {
      const response = await send("GET", path, { signal });
      if ((response.statusCode ?? 0) < 400) return response;
      throw await refusal(path, response);
    },
    upgrade: (path, headers, signal) =>
      new Promise((resolve, reject) => {
        send("GET", path, { headers, signal }, resolve)
          .then(async (response) => reject(await refusal(path, response)))
          .catch(reject);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

async function refusal(path: string, response: IncomingMessage): Promise<ApiProblem> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return new ApiProblem(response.statusCode ?? 0, `GET ${path}: ${reasonOf(Buffer.concat(chunks).toString())}`);
}

function orUndefinedIfMissing(thrown: unknown): undefined {
  if (thrown instanceof ApiProblem && thrown.code === "NOT_FOUND") return undefined;
  throw thrown;
}

function reasonOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text.slice(0, 400);
  } catch {
    return text.slice(0, 400).trim();
  }
}

function isIp(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith("[");
}
