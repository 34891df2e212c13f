import { setTimeout as pause } from "node:timers/promises";
import type { Prescription, Report, Written } from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { ExchangeProblem } from "../problem.ts";
import { type LogRecord, pairs, recordOf } from "./record.ts";

export interface OtlpOptions {
  /** For the collector's own authentication. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Entries in one request: 200 unless said. */
  readonly batch?: number | undefined;
  /** How often one request is tried: 6 times unless said. */
  readonly attempts?: number | undefined;
  /** How long to wait before the second try, twice as long before the third: 500 ms unless said. */
  readonly waitMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent {
  readonly entries: number;
  readonly requests: number;
  /** What the collector said it would not take, with its words. */
  readonly rejected: number;
  readonly remarks: readonly string[];
  /** The last sequence that was delivered. */
  readonly last: number | undefined;
}

const longestWait = 60_000;
/** "Try again" in OTLP; every other answer that is not a success means "never". */
const again = new Set([429, 502, 503, 504]);

/**
 * Sends entries to a collector as OTLP logs over HTTP in JSON. One request is under way at a time and the next begins
 * when it was taken, so the collector gets them in the order of the log. What cannot be delivered ends it, and says how
 * far it came.
 */
export async function sendOtlp(
  endpoint: string,
  entries: AsyncIterable<Written> | Iterable<Written>,
  options: OtlpOptions = {},
): Promise<Sent> {
  const url = logsUrl(endpoint);
  const size = options.batch ?? 200;
  const tools = new OpenTools();
  const sent = { entries: 0, requests: 0, rejected: 0, remarks: [] as string[], last: undefined as number | undefined };
  let batch: Written[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    if (full.length === 0) return;
    const body = JSON.stringify(requestOf(full, tools));
    const { rejected, remark } = await deliver(url, body, sent.last, options);
    sent.entries += full.length - rejected;
    sent.requests += 1;
    sent.rejected += rejected;
    if (remark !== "") sent.remarks.push(remark);
    sent.last = full.at(-1)?.entry.sequence ?? sent.last;
  };
  for await (const written of entries) {
    batch.push(written);
    if (batch.length >= size) await flush();
  }
  await flush();
  return sent;
}

function logsUrl(endpoint: string): URL {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch (cause) {
    throw new ExchangeProblem(
      "NOT_DELIVERED",
      `expected the address of a collector, found ${JSON.stringify(endpoint)}`,
      {
        cause,
        hint: "for example http://localhost:4318",
      },
    );
  }
  if (!url.pathname.endsWith("/v1/logs")) url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/logs`;
  return url;
}

/** The tools of prescriptions that have no report yet. */
class OpenTools {
  readonly #tools = new Map<string, string>();

  /** Records are made in order, so that a report finds the tool of its prescription. */
  record(written: Written): LogRecord {
    const { type, id, data } = written.entry;
    if (type === "prescription") this.#tools.set(id, (data as Prescription).tool);
    const record = recordOf(written, (prescription) => this.#tools.get(prescription));
    if (type === "report") this.#tools.delete((data as Report).prescription);
    return record;
  }
}

function requestOf(batch: readonly Written[], tools: OpenTools) {
  const logRecords = batch.map((written) => tools.record(written));
  const attributes = pairs({ "service.name": "airworthy", "airworthy.log": batch[0]?.entry.log });
  return { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: "airworthy" }, logRecords }] }] };
}

interface Delivery {
  readonly rejected: number;
  readonly remark: string;
}

async function deliver(url: URL, body: string, last: number | undefined, options: OtlpOptions): Promise<Delivery> {
  const attempts = options.attempts ?? 6;
  let wait = options.waitMs ?? 500;
  let why = "";
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    options.signal?.throwIfAborted();
    const answer = await post(url, body, options);
    if ("delivery" in answer) return answer.delivery;
    why = answer.why;
    if (!answer.isWorthRetrying) break;
    if (attempt === attempts) break;
    await pause(Math.min(answer.waitMs ?? wait, longestWait), undefined, { signal: options.signal });
    wait *= 2;
  }
  const far = last === undefined ? "nothing was delivered" : `delivered up to entry ${last}`;
  throw new ExchangeProblem(
    "NOT_DELIVERED",
    `${url.href}: expected the collector to take the entries, found ${why}; ${far}`,
    {
      hint: last === undefined ? "look at the collector and the address" : `try again from entry ${last + 1}`,
    },
  );
}

type Answer =
  | { readonly delivery: Delivery }
  | { readonly why: string; readonly isWorthRetrying: boolean; readonly waitMs?: number };

async function post(url: URL, body: string, { headers, timeoutMs = 10_000, signal }: OtlpOptions): Promise<Answer> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.any(limits),
    });
    const text = await response.text();
    if (response.ok) return { delivery: readAnswer(text) };
    const why = `status ${response.status}${text === "" ? "" : ` (${text.slice(0, 200)})`}`;
    return { why, isWorthRetrying: again.has(response.status), ...waitOf(response.headers.get("retry-after")) };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : "";
    return { why: `${messageOf(error)}${cause}`, isWorthRetrying: true };
  }
}

/** Seconds, or a date. */
function waitOf(after: string | null): { waitMs?: number } {
  if (after === null) return {};
  const waitMs = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(waitMs) ? { waitMs: Math.max(0, waitMs) } : {};
}

/** A collector may take a part, and say so in an answer that is a success. What it refused it will refuse again. */
function readAnswer(text: string): Delivery {
  try {
    const { partialSuccess } = JSON.parse(text === "" ? "{}" : text);
    const rejected = Number(partialSuccess?.rejectedLogRecords ?? 0);
    const remark = typeof partialSuccess?.errorMessage === "string" ? partialSuccess.errorMessage : "";
    return { rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0, remark };
  } catch {
    return { rejected: 0, remark: "" };
  }
}
