import type { Answer, Want } from "../model.ts";
import type { Places } from "./program.ts";

const secretName = /pass|secret|token|key|cred|auth|cookie|session|private|dsn|conn/i;
const plainValue = /^[\w.,:@/=+~ -]*$/;
const longest = 1_000;

/** A variable of the environment, unless it may be a secret: what is gathered goes to the recorder and into evidence. */
export function readVariable(want: Extract<Want, { ask: "variable" }>, { environment }: Places): Answer {
  const value = environment[want.name];
  if (value === undefined) return { want };
  if (secretName.test(want.name)) return { want, missing: "its name is that of a secret" };
  if (value.length > longest || !plainValue.test(value)) return { want, missing: "its value is not a plain word" };
  return { want, text: value };
}
