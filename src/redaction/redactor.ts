import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Redacted } from "../evidence/index.ts";
import { clean } from "./clean.ts";
import { cleanCommand } from "./command.ts";
import type { Cleaned, Marks, Taken } from "./finding.ts";
import { takeOutKnown } from "./known.ts";

/** A file or an output, whole. */
export interface Document {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Redaction<T> {
  readonly value: T;
  readonly redacted: readonly Redacted[];
}

/** Takes secrets out of what is about to be written down. What it does not understand it leaves as it is. */
export interface Redactor {
  text(text: string): Redaction<string>;
  command(words: readonly string[]): Redaction<string[]>;
  document(document: Document): Redaction<Uint8Array>;
  /** Says whether two things are the same to whoever has the log's secret, and nothing to anybody else. */
  digest(of: Uint8Array | string): string;
  /**
   * The same for one operation: what it took out of the command it also finds in the files and the output. It keeps
   * these secrets in memory, so it should live no longer than the operation.
   */
  remembering(): Redactor;
}

export function createRedactor(secret: Uint8Array): Redactor {
  return redactorWith(createSecretKey(secret), undefined);
}

function redactorWith(key: KeyObject, memory: Taken[] | undefined): Redactor {
  const digest = (of: Uint8Array | string) => `hmac-sha256:${createHmac("sha256", key).update(of).digest("hex")}`;

  /** Runs a scan, then looks for what it found, and what is remembered, in all of it again. */
  const finish = (scanned: readonly Cleaned[], marks: Marks) => {
    const found = scanned.flatMap(({ taken }) => taken);
    const known = [...(memory ?? []), ...found];
    if (memory) for (const secret of found) memory.push(secret);
    const seen = scanned.map(({ text }) => takeOutKnown(text, known, marks));
    const redacted = marks.redacted([...found, ...seen.flatMap(({ taken }) => taken)]);
    return { texts: seen.map(({ text }) => text), redacted };
  };

  const bytesOf = (text: string) => Buffer.from(text, "utf8").toString("latin1");
  const textOf = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

  return {
    digest,
    text(text) {
      const marks = marksWith(digest);
      const { texts, redacted } = finish([clean(bytesOf(text), marks, { extent: "line unless a command" })], marks);
      return { value: redacted.length === 0 ? text : textOf(texts[0] ?? ""), redacted };
    },
    command(words) {
      const marks = marksWith(digest);
      const { texts, redacted } = finish(cleanCommand(words.map(bytesOf), marks), marks);
      return { value: redacted.length === 0 ? [...words] : texts.map(textOf), redacted };
    },
    document({ name, bytes }) {
      const marks = marksWith(digest);
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      // What PowerShell writes has two bytes a character and says so in the first two.
      const isWide = given[0] === 0xff && given[1] === 0xfe && given.length % 2 === 0;
      const text = isWide ? bytesOf(given.toString("utf16le")) : given.toString("latin1");
      const { texts, redacted } = finish([clean(text, marks, { extent: extentIn(name) })], marks);
      if (redacted.length === 0) return { value: bytes, redacted };
      const [value = ""] = texts;
      return { value: isWide ? Buffer.from(textOf(value), "utf16le") : Buffer.from(value, "latin1"), redacted };
    },
    remembering: () => redactorWith(key, []),
  };
}

/** Files of settings, by their names. */
const settings = /(?:^|[./\\])(?:env|properties|ini|cfg|conf)$|(?:^|[/\\])\.env[\w.-]*$/i;
const extentIn = (name: string) => (settings.test(name) ? "line" : "line unless a command");

/** Digests, each made once: the same secret often stands in a hundred places. */
function marksWith(digest: (of: Uint8Array) => string): Marks {
  const digests = new Map<string, string>();
  const digestOf = (secret: string) => {
    const made = digests.get(secret) ?? digest(Buffer.from(secret, "latin1"));
    digests.set(secret, made);
    return made;
  };
  return {
    mark: (secret) => `[redacted ${digestOf(secret).slice(0, "hmac-sha256:".length + 8)}]`,
    redacted(taken) {
      const list = taken.map(({ what, secret }) => ({ what, digest: digestOf(secret) }));
      // The first says best what it was: later ones are the same secret in other places.
      return [...new Map(list.reverse().map((entry) => [entry.digest, entry])).values()].reverse();
    },
  };
}
