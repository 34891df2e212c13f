import { fromBase64 } from "./base64.ts";
import { noteKeyHash, type Sign, verifies } from "./keys.ts";
import { EvidenceProblem } from "./problem.ts";
import { publicKeyObject } from "./public-key.ts";

/** C2SP signed-note: a text, an empty line, and one line for each signature. */
export interface Note {
  /** What is signed, with its last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

interface NoteSignature {
  readonly name: string;
  readonly keyHash: Buffer;
  readonly bytes: Buffer;
}

const longestNote = 1024 * 1024;
const mostSignatures = 100;
const lineOfSignature = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u;

export function writeNote(text: string, name: string, publicKey: Uint8Array, sign: Sign): string {
  const signature = Buffer.concat([noteKeyHash(name, publicKey), sign(Buffer.from(text))]);
  return `${text}\n\u2014 ${name} ${signature.toString("base64")}\n`;
}

export function parseNote(note: string): Note {
  const end = note.lastIndexOf("\n\n");
  if (note.length > longestNote) throw bad(`longer than ${longestNote} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (!note.isWellFormed() || /[\0-\x09\x0b-\x1f]/.test(note)) throw bad("not clean text: it has control characters");
  if (end < 1 || !note.endsWith("\n")) throw bad("no text, empty line and signatures");
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > mostSignatures) throw bad(`more than ${mostSignatures} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

/** The key among these that signed under that name. A signature that is wrong spoils the note, an unknown one does not. */
export function signerOf<Key extends Uint8Array>(note: Note, name: string, keys: readonly Key[]): Key | undefined {
  const text = Buffer.from(note.text);
  let found: Key | undefined;
  for (const signature of note.signatures) {
    const key = keys.find((one) => signature.name === name && signature.keyHash.equals(noteKeyHash(name, one)));
    if (key === undefined) continue;
    if (!verifies(text, signature.bytes, publicKeyObject(key))) throw bad(`the signature of ${name} is wrong`);
    found ??= key;
  }
  return found;
}

function parseSignature(line: string): NoteSignature {
  const [, name = "", encoded = ""] = lineOfSignature.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length < 5) throw bad(`not a signature: ${JSON.stringify(line.slice(0, 80))}`);
  return { name, keyHash: bytes.subarray(0, 4), bytes: bytes.subarray(4) };
}

function bad(what: string): EvidenceProblem {
  return new EvidenceProblem("BAD_CHECKPOINT", `checkpoint: ${what}`);
}
