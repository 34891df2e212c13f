/** How a model is spoken to. `openai-compatible` is what gateways and local servers speak: OpenAI's chat. */
export type Provider = "anthropic" | "openai" | "google" | "openai-compatible";

/** A place where models are asked. */
export interface Source {
  readonly name: string;
  readonly provider: Provider;
  /** With the version in its path, without a slash at the end. */
  readonly url: string;
  /** Where a key may be, the first that is set counts. None for servers that want none. */
  readonly keyVariables: readonly string[];
  /** Those that were named in agents.toml; others can be asked for too. */
  readonly models: readonly ModelSettings[];
}

/** What is known or wanted of one model. What is not said is left to the provider. */
export interface ModelSettings {
  readonly name: string;
  /** Tokens that fit into a conversation. */
  readonly context?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly reasoning?: Reasoning | undefined;
  /** In place of the price table's. */
  readonly price?: Price | undefined;
}

export const reasonings = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Reasoning = (typeof reasonings)[number];

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** What it costs is not known of a request that reads more than so many tokens. */
  readonly upTo?: number | undefined;
  /** What a request costs that reads more than so many tokens. */
  readonly above?: ({ readonly tokens: number } & Omit<Price, "above" | "upTo">) | undefined;
}

/** An MCP server to be tried in place of the shell. It runs in the agent's sandbox. */
export interface Server {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files or directories of the host that are seen in the sandbox under the same path. */
  readonly mounts: readonly string[];
}

/** What one trial may use at the most, beside the task's own time. */
export interface Budget {
  readonly turns: number;
  /** All that is read, from caches too, and written. */
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly seconds?: number | undefined;
}

export interface AgentSettings {
  /** None if there is no agents.toml. */
  readonly file?: string;
  readonly sources: readonly Source[];
  readonly servers: readonly Server[];
  readonly budget: Budget;
}
