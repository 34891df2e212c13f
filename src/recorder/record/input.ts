import type { Actor } from "../../evidence/index.ts";
import { RecorderProblem } from "../problem.ts";

/** Characters, not bytes: a limit in another language is no shorter. */
const limits = {
  trigger: 512,
  reason: 512,
  intent: 8_192,
  session: 256,
  id: 256,
  reference: 512,
  error: 4_096,
} as const;

const longestExpiry = 366 * 24 * 3600;

/** A text that may go into an entry: of the right length, and Unicode throughout. */
export function words(what: keyof typeof limits, text: string): string {
  if (text.trim() === "") throw invalid(`${what}: expected some words, found nothing`);
  const length = [...text].length;
  if (length > limits[what]) throw invalid(`${what}: expected at most ${limits[what]} characters, found ${length}`);
  return text.toWellFormed();
}

export function namedActor(actor: Actor): Actor {
  const texts = Object.entries(actor).filter(([key, text]) => key !== "kind" && text !== undefined);
  return { ...Object.fromEntries(texts.map(([key, text]) => [key, words("id", text)])), kind: actor.kind } as Actor;
}

export function seconds(expires: number): number {
  if (Number.isSafeInteger(expires) && expires > 0 && expires <= longestExpiry) return expires;
  throw invalid(`expires: expected whole seconds from 1 to ${longestExpiry}, found ${expires}`);
}

export function wholeNumber(what: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw invalid(`${what}: expected a whole number from 0, found ${value}`);
}

export function invalid(message: string, hint?: string): RecorderProblem {
  return new RecorderProblem("INVALID_INPUT", message, { hint });
}
