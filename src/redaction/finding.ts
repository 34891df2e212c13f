import type { Redacted } from "../evidence/index.ts";

/**
 * Where a secret is. Every scanner works on bytes as Latin-1 text, one character a byte, so that places are the same in
 * both and bytes that are no text pass unharmed.
 */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly what: What;
  /** The secret in the clear, decoded: the same secret has the same digest in whatever coat it comes. */
  readonly secret: string;
  /** What to write in its place where the mark alone would break the text around it. */
  readonly write?: (mark: string) => string;
  /** Already decided, for a text within the text: `secret` is not used then, `inner` has what was found in there. */
  readonly replacement?: string;
  readonly inner?: readonly Taken[];
}

/** A closed list: it goes into the log as it is, so it may name nothing. */
export const kindsOfSecrets = [
  "authorization",
  "command input",
  "credential in address",
  "known value",
  "option",
  "password hash",
  "private key",
  "secret data",
  "sensitive value",
  "token",
  "value of a telling key",
] as const;

export type What = (typeof kindsOfSecrets)[number];

/** A secret that was taken out, before it becomes a digest. */
export interface Taken {
  readonly what: What;
  readonly secret: string;
  readonly telling: boolean;
}

/** Whether this was redacted before, as far as can be seen from its beginning. */
export const isMark = (text: string) => text.startsWith("[redacted");

export interface Marks {
  /** What stands in place of a secret. */
  mark(secret: string): string;
  redacted(taken: readonly Taken[]): Redacted[];
}

export interface Cleaned {
  readonly text: string;
  readonly taken: readonly Taken[];
}

/** Takes the findings out of the text. Of two that overlap the longer one is taken, then what is left of the other. */
export function takeOut(text: string, findings: readonly Finding[], marks: Pick<Marks, "mark">): Cleaned {
  const sorted = findings.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  const taken: Taken[] = [];
  let done = 0;
  for (const finding of sorted) {
    if (finding.end <= done) continue;
    const start = Math.max(finding.start, done);
    parts.push(text.slice(done, start), writeOver(finding, start > finding.start, marks));
    for (const secret of finding.inner ?? [takenOf(finding)]) taken.push(secret);
    done = finding.end;
  }
  parts.push(text.slice(done));
  return { text: parts.join(""), taken };
}

function writeOver(finding: Finding, isRest: boolean, marks: Pick<Marks, "mark">): string {
  if (isRest) return marks.mark(finding.secret);
  if (finding.replacement !== undefined) return finding.replacement;
  const mark = marks.mark(finding.secret);
  return finding.write ? finding.write(mark) : mark;
}

function takenOf({ what, secret }: Finding): Taken {
  // What a Secret or a plan says may be anything, a host's name as well: it is not looked for everywhere.
  return { what, secret, telling: what !== "secret data" && what !== "sensitive value" };
}
