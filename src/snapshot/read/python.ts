const deepest = 32;
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};
const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };

/** What makes the text be no Python literal; caught where the text began. */
class NotPython extends Error {}

/** Reads what Python's `repr` prints of dicts, lists, tuples, strings, numbers and constants. A reader, no interpreter. */
export class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value that the whole text is; undefined if it is not one. Dicts come as Maps: keys may be anything. */
  whole(): unknown {
    try {
      const value = this.#value(0);
      this.#blanks();
      return this.#at === this.#text.length ? value : undefined;
    } catch (thrown) {
      if (thrown instanceof NotPython) return undefined;
      throw thrown;
    }
  }

  #value(depth: number): unknown {
    if (depth > deepest) throw new NotPython();
    this.#blanks();
    const sign = this.#text[this.#at];
    if (sign === "{") return this.#dict(depth);
    if (sign === "[") return this.#list("]", depth);
    if (sign === "(") return this.#list(")", depth);
    if (sign === "'" || sign === '"') return this.#string(sign);
    const [word] = /^[\w.+-]+/.exec(this.#text.slice(this.#at, this.#at + 64)) ?? [];
    if (word === undefined) throw new NotPython();
    this.#at += word.length;
    if (Object.hasOwn(words, word)) return words[word];
    const number = Number(word);
    if (Number.isNaN(number)) throw new NotPython();
    // An id of twenty digits stays as it is written.
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? word : number;
  }

  #dict(depth: number): Map<unknown, unknown> {
    const entries = new Map<unknown, unknown>();
    this.#at += 1;
    while (!this.#takes("}")) {
      const key = this.#value(depth + 1);
      if (!this.#takes(":")) throw new NotPython();
      entries.set(key, this.#value(depth + 1));
      if (!this.#takes(",") && !this.#sees("}")) throw new NotPython();
    }
    return entries;
  }

  #list(end: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.#at += 1;
    while (!this.#takes(end)) {
      values.push(this.#value(depth + 1));
      if (!this.#takes(",") && !this.#sees(end)) throw new NotPython();
    }
    return values;
  }

  #string(quote: string): string {
    let value = "";
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const sign = this.#text[at];
      if (sign === quote) {
        this.#at = at + 1;
        return value + this.#text.slice(from, at);
      }
      if (sign !== "\\") continue;
      value += this.#text.slice(from, at);
      const { text, length } = this.#escape(at + 1);
      value += text;
      at += length;
      from = at + 1;
    }
    throw new NotPython();
  }

  #escape(at: number): { text: string; length: number } {
    const sign = this.#text[at] ?? "";
    const digits = { x: 2, u: 4, U: 8 }[sign];
    if (digits === undefined) return { text: escapes[sign] ?? `\\${sign}`, length: 1 };
    const code = this.#text.slice(at + 1, at + 1 + digits);
    const point = Number.parseInt(code, 16);
    if (!/^[\da-f]+$/i.test(code) || code.length !== digits || point > 0x10ffff) throw new NotPython();
    return { text: String.fromCodePoint(point), length: digits + 1 };
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }

  #sees(sign: string): boolean {
    this.#blanks();
    return this.#text[this.#at] === sign;
  }

  #takes(sign: string): boolean {
    const sees = this.#sees(sign);
    if (sees) this.#at += 1;
    return sees;
  }
}
