import { fromBase64 } from "./base64.ts";
import type { Sign } from "./keys.ts";
import { type Note, parseNote, signerOf, writeNote } from "./note.ts";
import { EvidenceProblem, show } from "./problem.ts";
import { origin as originShape } from "./shapes.ts";

/** C2SP tlog-checkpoint: the state of a log in three lines, signed under the name of the log. */
export interface Checkpoint {
  readonly origin: string;
  /** Entries that it covers, at least one: a log begins with an entry about itself. */
  readonly size: number;
  /** The root of the tree over them. */
  readonly root: Buffer;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly note: Note;
}

export function writeCheckpoint(state: Checkpoint, publicKey: Uint8Array, sign: Sign): string {
  const text = `${state.origin}\n${state.size}\n${state.root.toString("base64")}\n`;
  const note = writeNote(text, state.origin, publicKey, sign);
  parseCheckpoint(note);
  return note;
}

/** Reads it without asking who signed: nothing in it counts until `signerOfCheckpoint` has found a key. */
export function parseCheckpoint(text: string): SignedCheckpoint {
  const note = parseNote(text);
  // Extension lines are refused: nothing in a log says what they would mean.
  const [origin, sizeText, rootText, end, ...more] = note.text.split("\n");
  if (origin === undefined || originShape(origin) !== undefined) throw bad(`${show(origin)} is not the name of a log`);
  const size = Number(sizeText);
  if (!Number.isSafeInteger(size) || size < 1 || String(size) !== sizeText) {
    throw bad(`expected the number of entries, found ${show(sizeText)}`);
  }
  const root = fromBase64(rootText ?? "");
  if (root?.length !== 32) throw bad(`expected the root of the tree, 32 bytes in base64, found ${show(rootText)}`);
  if (end !== "" || more.length > 0) throw bad("expected three lines, found more");
  return { origin, size, root, note };
}

export function signerOfCheckpoint<Key extends Uint8Array>(
  checkpoint: SignedCheckpoint,
  keys: readonly Key[],
): Key | undefined {
  return signerOf(checkpoint.note, checkpoint.origin, keys);
}

/** A checkpoint that one of these keys signed. */
export function openCheckpoint(text: string, keys: readonly Uint8Array[]): Checkpoint {
  const { note, ...checkpoint } = parseCheckpoint(text);
  if (signerOf(note, checkpoint.origin, keys) === undefined) throw bad("none of the known keys signed it");
  return checkpoint;
}

function bad(what: string): EvidenceProblem {
  return new EvidenceProblem("BAD_CHECKPOINT", `checkpoint: ${what}`);
}
