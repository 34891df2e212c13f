/** How a model is spoken to. Gateways and local servers mostly speak OpenAI's way. */
export type Family = "anthropic" | "openai" | "google";

/** Where a model is asked, and with what. Both stay outside the sandbox. */
export interface ModelEndpoint {
  readonly family: Family;
  /** With the version in its path. */
  readonly url: string;
  /** None for servers that want none. */
  readonly key?: string;
}

/** Counted as in an agent's usage: input is what came neither from a cache nor into one, output has the reasoning in it. */
export interface Tokens {
  readonly inputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
}

/** A request that was let through. Of what was said only digests are kept: the trajectory has the words. */
export interface Passed extends Tokens {
  readonly kind: "request";
  readonly time: string;
  readonly family: Family;
  readonly method: string;
  readonly path: string;
  /** Whether a model was asked for an answer, and not for a list of models or a number of tokens. */
  readonly asks: boolean;
  /** Whether the answer was wanted word by word. */
  readonly streams: boolean;
  readonly model?: string;
  /** None if there was no answer. */
  readonly status?: number;
  /** What the provider says went wrong, or what went wrong on the way to it. */
  readonly failure?: string;
  /** Whose failure it was, where there is one. */
  readonly by?: "provider" | "client";
  readonly seconds: number;
  /** Until the first byte of the answer. */
  readonly firstByteSeconds?: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly requestDigest: string;
  readonly responseDigest?: string;
}

/** Something else that was tried. */
export interface Refused {
  readonly kind: "attempt";
  readonly time: string;
  readonly method: string;
  readonly target: string;
  readonly because: string;
}

/** Attempts beyond those that are kept, in number. */
interface LeftOut {
  readonly kind: "more attempts";
  readonly count: number;
}

export type Line = Passed | Refused | LeftOut;

export interface ProxyLimits {
  /** At once. */
  readonly requests: number;
  /** In all. */
  readonly total: number;
  /** Bytes of one request. */
  readonly body: number;
  /** Bytes of all requests that are being read or sent. */
  readonly bodies: number;
  /** Attempts that are kept one by one. */
  readonly attempts: number;
  /** Seconds without a byte from the provider. */
  readonly silence: number;
}

export interface ModelProxy extends AsyncDisposable {
  /** The Unix socket it listens at. */
  readonly socket: string;
  /** What came through and what did not, until now. */
  record(): readonly Line[];
}
