import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A log record as a collector understands it. */
export interface Received {
  readonly time: bigint;
  readonly severity: number;
  readonly event: string;
  readonly body: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId?: string;
  readonly spanId?: string;
}

/** What the collector does with the next requests, before it begins to take them. */
export type Mood =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | "hang up"
  | { readonly partial: number };

/** A collector of logs over HTTP that takes OTLP in JSON as its specification has it, and refuses anything else. */
export class Collector implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly moods: Mood[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly #server: Server;
  requests = 0;
  /** More than one request at a time would be a way to lose the order. */
  mostAtOnce = 0;
  #now = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, "127.0.0.1", resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    this.#now += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now);
    this.headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    this.#now -= 1;
    const mood = this.moods.shift();
    if (mood === "hang up") request.socket.destroy();
    else if (mood && "status" in mood) response.writeHead(mood.status, mood.headers).end("not now");
    else this.#take(request, response, Buffer.concat(chunks).toString("utf8"), mood?.partial ?? 0);
  }

  #take(request: IncomingMessage, response: ServerResponse, body: string, rejected: number): void {
    try {
      assert.equal(`${request.method} ${request.url}`, "POST /v1/logs");
      assert.equal(request.headers["content-type"], "application/json");
      const records = decode(JSON.parse(body));
      this.received.push(...records.slice(rejected));
      const answer =
        rejected > 0 ? { partialSuccess: { rejectedLogRecords: String(rejected), errorMessage: "too old" } } : {};
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  }
}

function decode(request: unknown): Received[] {
  const { resourceLogs } = members(request, ["resourceLogs"]);
  return list(resourceLogs).flatMap((one) => {
    const { resource, scopeLogs } = members(one, ["resource", "scopeLogs"]);
    assert.equal(attributesOf(members(resource, ["attributes"]).attributes)["service.name"], "airworthy");
    return list(scopeLogs).flatMap((scoped) => {
      const { scope, logRecords } = members(scoped, ["scope", "logRecords"]);
      assert.equal(members(scope, ["name"]).name, "airworthy");
      return list(logRecords).map(recordOf);
    });
  });
}

const recordMembers = [
  ...["timeUnixNano", "observedTimeUnixNano", "severityNumber", "severityText", "eventName", "body", "attributes"],
  ...["traceId", "spanId"],
];

function recordOf(given: unknown): Received {
  const record = members(given, recordMembers);
  // fixed64 is a decimal text in the JSON of protocol buffers, an enum may be its number, and ids are hex here.
  assert.match(String(record.timeUnixNano), /^[1-9]\d{18}$/);
  assert.equal(typeof record.timeUnixNano, "string");
  assert.equal(typeof record.observedTimeUnixNano, "string");
  assert.ok(
    Number.isInteger(record.severityNumber) &&
      Number(record.severityNumber) >= 1 &&
      Number(record.severityNumber) <= 24,
  );
  if (record.traceId !== undefined) assert.match(String(record.traceId), /^[0-9a-f]{32}$/);
  if (record.spanId !== undefined) assert.match(String(record.spanId), /^[0-9a-f]{16}$/);
  return {
    time: BigInt(String(record.timeUnixNano)),
    severity: Number(record.severityNumber),
    event: String(record.eventName),
    body: anyValue(record.body),
    attributes: attributesOf(record.attributes),
    ...(record.traceId === undefined ? {} : { traceId: String(record.traceId) }),
    ...(record.spanId === undefined ? {} : { spanId: String(record.spanId) }),
  };
}

function attributesOf(given: unknown): Record<string, unknown> {
  const pairs = list(given).map((pair) => members(pair, ["key", "value"]));
  const keys = pairs.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length, "an attribute comes twice");
  return Object.fromEntries(pairs.map(({ key, value }) => [String(key), anyValue(value)]));
}

function anyValue(given: unknown): unknown {
  const [[kind, value], ...more] = Object.entries(given as object) as [[string, unknown], ...unknown[]];
  assert.equal(more.length, 0);
  switch (kind) {
    case "stringValue":
      assert.equal(typeof value, "string");
      return value;
    case "boolValue":
      assert.equal(typeof value, "boolean");
      return value;
    case "intValue":
      // int64 is a decimal text.
      assert.match(String(value), /^-?\d+$/);
      assert.equal(typeof value, "string");
      return BigInt(String(value));
    case "arrayValue":
      return list(members(value, ["values"]).values).map(anyValue);
    default:
      throw new Error(`no value of OTLP: ${kind}`);
  }
}

function list(given: unknown): unknown[] {
  assert.ok(Array.isArray(given));
  return given;
}

/** Members are in lowerCamelCase, and nothing is null. */
function members(given: unknown, known: readonly string[]): Record<string, unknown> {
  assert.ok(typeof given === "object" && given !== null && !Array.isArray(given));
  for (const [name, value] of Object.entries(given)) {
    assert.ok(known.includes(name), `no member of OTLP here: ${name}`);
    assert.ok(value !== null && value !== undefined);
  }
  return given as Record<string, unknown>;
}
