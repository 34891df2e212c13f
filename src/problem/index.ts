export { nearest } from "./nearest.ts";

/**
 * Something the user can do something about. Rooms subclass it with a closed set of codes: programs match the code,
 * people read the message (where, what was expected, what was found) and the hint (what to do).
 */
export class Problem<Code extends string = string> extends Error {
  readonly code: Code;
  readonly hint: string | undefined;

  constructor(code: Code, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
