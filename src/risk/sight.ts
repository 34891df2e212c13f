import type { Answer, Document, Materials, PackedDocument, Want } from "./model.ts";

/** The only window to the world: what was gathered. What is asked for and is not there is left in `open`. */
export class Sight {
  readonly open: Want[] = [];
  readonly #answers: ReadonlyMap<string, Answer>;
  readonly #asked = new Set<string>();

  constructor(materials: Materials) {
    this.#answers = new Map(materials.answers.map((answer) => [keyOf(answer.want), answer]));
  }

  see(want: Want): Answer | undefined {
    const key = keyOf(want);
    const answer = this.#answers.get(key);
    if (answer === undefined && !this.#asked.has(key)) {
      this.#asked.add(key);
      this.open.push(want);
    }
    return answer;
  }
}

/** The same for equal wants, however their members are ordered. */
function keyOf(want: Want): string {
  return JSON.stringify(Object.entries(want).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const unpacked = new WeakMap<PackedDocument, Document>();

/** Always the same document for the same packed one, so that what is made of it can be kept as well. */
export function unpack(packed: PackedDocument): Document {
  const known = unpacked.get(packed);
  if (known) return known;
  const document = { name: packed.name, bytes: Buffer.from(packed.base64, "base64") };
  unpacked.set(packed, document);
  return document;
}

export function pack(document: Document): PackedDocument {
  return { name: document.name, base64: Buffer.from(document.bytes).toString("base64") };
}
