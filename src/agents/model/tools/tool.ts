import type { z } from "zod";
import type { Answer } from "../../contract.ts";

/** Something that a model can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Checked before it runs. Servers check their own. */
  readonly input: z.ZodObject | { readonly json: Readonly<Record<string, unknown>> };
  /** A command in the sandbox, as people count them. */
  readonly isCommand?: boolean;
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Told>;
}

/** What a model hears of it. */
export interface Told {
  readonly text: string;
  /** For whoever reads the trajectory. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Ends the conversation. */
  readonly answer?: Answer;
}

/** Characters that a model hears of one call at the most. */
const mostCharacters = 30_000;

/** The beginning and the end of what is too long. */
export function capped(text: string, most = mostCharacters): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n[${text.length - 2 * half} characters left out]\n${text.slice(-half)}`;
}
