import type { Answer, Offered } from "./script.ts";

/** How one family of models is spoken to. */
export interface Dialect {
  readonly name: string;
  /** Whether a request to this path is for a model's answer in this dialect. */
  speaks(path: string): boolean;
  read(body: Json): Asked;
  /** The answer as the body of a stream of server-sent events. */
  stream(answer: Answer, body: Json, path: string): string;
  /** The answer to a request that does not want a stream. */
  whole(answer: Answer, body: Json, path: string): Json;
}

export interface Asked {
  /** The turn of the script that the conversation has come to. */
  readonly turn: number;
  readonly tools: readonly Offered[];
  readonly wantsStream: boolean;
}

export type Json = Readonly<Record<string, unknown>>;

/** Members of what may be anything. */
export const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((item): item is Json => typeof item === "object" && item !== null) : [];

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Server-sent events, named by their `type` where the dialect names them. */
export function events(items: readonly Json[], named: boolean): string {
  return items.map((item) => `${named ? `event: ${item.type}\n` : ""}data: ${JSON.stringify(item)}\n\n`).join("");
}
