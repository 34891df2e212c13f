import { APICallError, StreamProviderError } from "ai";
import { messageOf } from "../../problem/index.ts";

/** What a failed request means. `too-long`: the conversation does not fit any more. */
export interface Trouble {
  readonly is: "again" | "give-up" | "too-long";
  readonly reason: string;
  /** How long the provider wants to be left alone. */
  readonly afterMs?: number;
}

const tooLong =
  /context.?(length|window|limit)|prompt is too long|(input|prompt|request).{0,40}too (long|large)|too many (input )?tokens|(maximum|exceeds?).{0,60}tokens/i;
/** Comes with the number of an overload, and does not pass. */
const unpaid = /insufficient_quota|credit balance|billing|payment required/i;

export function troubleOf(thrown: unknown): Trouble {
  const { status, text, again, headers } = factsOf(thrown);
  const reason = status === undefined ? text : `${status} ${text}`;
  const mayBeTooLong = status === undefined || [400, 422].includes(status);
  if (status === 413 || (mayBeTooLong && tooLong.test(text))) return { is: "too-long", reason };
  if (unpaid.test(text) || !again) return { is: "give-up", reason };
  const afterMs = waitOf(headers);
  return { is: "again", reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

interface Facts {
  readonly status: number | undefined;
  readonly text: string;
  readonly again: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

function factsOf(thrown: unknown): Facts {
  if (APICallError.isInstance(thrown)) {
    const { statusCode: status, message, responseBody = "", isRetryable, responseHeaders: headers = {} } = thrown;
    // An answer that cannot be read is no answer: the next may be one.
    const again = isRetryable || (status !== undefined && (status < 400 || status === 529));
    return { status, text: told(message, responseBody), again, headers };
  }
  if (StreamProviderError.isInstance(thrown)) {
    const { statusCode: status, message, type = "", code = "", isRetryable } = thrown;
    const again =
      isRetryable || /overload|rate.?limit|unavailable|timeout|server_error|api_error/i.test(`${type} ${code}`);
    return { status, text: told(message, `${type} ${code}`.trim()), again, headers: {} };
  }
  // A connection that broke off, or a stream that ended in the middle.
  return { status: undefined, text: told(messageOf(thrown), causeOf(thrown)), again: true, headers: {} };
}

const longest = 400;

function told(message: string, more: string): string {
  const words =
    more === "" || message.includes(more) || more.includes(message) ? message || more : `${message}: ${more}`;
  return words.replaceAll(/\s+/g, " ").slice(0, longest);
}

function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause === undefined ? "" : messageOf(cause);
}

/** Nobody waits longer than this, whatever the provider says. */
const longestWaitMs = 120_000;

function waitOf(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number.parseFloat(headers["retry-after-ms"] ?? "");
  const after = headers["retry-after"] ?? "";
  const seconds = /^[\d.]+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1_000;
  const wait = Number.isFinite(ms) ? ms : seconds * 1_000;
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, longestWaitMs) : undefined;
}
