/**
 * The YAML that most manifests are written in, read ten times faster than all of YAML: block mappings and lists, scalars
 * of one line. Anything else, and anything in doubt, is left to the real parser: `undefined`. What is read here must be
 * what that one reads; a property test holds the two against one another.
 */
export function readPlain(text: string): { readonly value: unknown } | undefined {
  try {
    const reader = new Reader(text);
    const value = reader.node(-1);
    return reader.done ? { value } : undefined;
  } catch (thrown) {
    if (thrown instanceof NotPlain) return undefined;
    throw thrown;
  }
}

class NotPlain extends Error {
  static {
    // Thrown for control only; where from does not matter and takes time.
    NotPlain.prototype.stack = "";
  }
}

const deepest = 60;
const entry = /^([A-Za-z_][\w./-]*):(?: +(.*))?$/;
/** Words that may be true, false or null. */
const words = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null"]);
const isSpecial = (text: string) => text.length <= 5 && words.has(text.toLowerCase());
/** A letter first; what is special further on is only a colon or a number sign beside a space. */
const word = /^(--?)?[A-Za-z_/]/;
const ends = /: | #|:$/;
const schedule = /^\d[\d/,-]*( [\d*/,-]+)+$/;
const quantity = /^(0|[1-9]\d{0,8})(m|k|M|G|T|Ki|Mi|Gi|Ti|s|h)$/;
const integer = /^(0|-?[1-9]\d{0,14})$/;
const version = /^\d{1,5}\.\d{1,5}\.\d{1,5}[\w.+-]*$/;

interface Line {
  readonly indent: number;
  readonly text: string;
  /** Where the line after it begins, in the whole text. */
  readonly next: number;
}

class Reader {
  readonly #text: string;
  readonly #lines: Line[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    if (!/^[\r\n\x20-\x7e]*$/.test(text)) throw new NotPlain();
    this.#text = text;
    for (let from = 0; from < text.length; ) {
      const newline = text.indexOf("\n", from);
      const to = newline < 0 ? text.length : newline;
      let start = from;
      while (start < to && text.charCodeAt(start) === 32) start += 1;
      const line = text.slice(start, to).trimEnd();
      if (line !== "" && !line.startsWith("#")) this.#lines.push({ indent: start - from, text: line, next: to + 1 });
      from = to + 1;
    }
    if (this.#lines.length === 0) throw new NotPlain();
  }

  get done(): boolean {
    return this.#at === this.#lines.length;
  }

  /** What is indented more than its parent; null where nothing is. */
  node(parent: number): unknown {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent <= parent) return null;
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotPlain();
    const value = isItem(line.text) ? this.#list(line.indent) : this.#mapping(line.indent);
    this.#depth -= 1;
    return value;
  }

  #mapping(indent: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent === indent; line = this.#lines[this.#at]) {
      if (isItem(line.text)) break;
      const [, key = "", rest] = entry.exec(line.text) ?? [];
      if (key === "" || isSpecial(key) || key === "__proto__" || Object.hasOwn(fields, key)) throw new NotPlain();
      this.#at += 1;
      fields[key] = rest === undefined || rest === "" ? this.#below(indent) : this.#scalar(rest, indent);
    }
    this.#closed(indent);
    return fields;
  }

  /** The value of a key without one on its line: a list may be as far out as the key. */
  #below(indent: number): unknown {
    const line = this.#lines[this.#at];
    if (line !== undefined && line.indent === indent && isItem(line.text)) return this.#list(indent);
    return this.node(indent);
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent === indent; line = this.#lines[this.#at]) {
      if (!isItem(line.text)) break;
      const rest = line.text.slice(1).trimStart();
      if (rest === "") {
        this.#at += 1;
        items.push(this.node(indent));
      } else if (entry.test(rest)) {
        // The mapping begins behind the dash: seen from there, the line is one of its own.
        const inner = indent + line.text.length - rest.length;
        this.#lines[this.#at] = { indent: inner, text: rest, next: line.next };
        items.push(this.node(indent));
      } else {
        this.#at += 1;
        items.push(this.#scalar(rest, indent));
      }
    }
    this.#closed(indent);
    return items;
  }

  /** A line further in would continue what seemed to be over. */
  #closed(indent: number): void {
    const line = this.#lines[this.#at];
    if (line !== undefined && line.indent > indent) throw new NotPlain();
  }

  #scalar(text: string, indent: number): unknown {
    if (text === "|" || text === "|-") return this.#block(text === "|", indent);
    this.#closed(indent);
    if (text.startsWith("[") && text.endsWith("]")) return elements(text).map(scalar);
    if (text.startsWith("{") && text.endsWith("}")) return pairs(text);
    return scalar(text);
  }

  /** "|" keeps the lines below as they are, up to one that is no further in than the key. */
  #block(keepsEnd: boolean, indent: number): string {
    const began = this.#lines[this.#at - 1]?.next ?? 0;
    const first = this.#lines[this.#at];
    const rest = this.#text.slice(began);
    const inner = /^ */.exec(rest)?.[0].length ?? 0;
    if (first === undefined || inner <= Math.max(indent, 0) || rest.includes("\r") || /^ *(\n|$)/.test(rest))
      throw new NotPlain();
    const kept: string[] = [];
    let at = began;
    for (const line of rest.split("\n")) {
      const own = /^ */.exec(line)?.[0].length ?? 0;
      const blank = line.trim() === "";
      if ((own > inner && blank) || (own < inner && own > indent && !blank)) throw new NotPlain();
      if (own < inner && !blank) break;
      kept.push(line.slice(inner));
      at += line.length + 1;
    }
    while (this.#lines[this.#at] !== undefined && (this.#lines[this.#at]?.next ?? 0) <= at) this.#at += 1;
    while (kept.at(-1) === "") kept.pop();
    return kept.join("\n") + (keepsEnd ? "\n" : "");
  }
}

const isItem = (text: string) => text === "-" || text.startsWith("- ");

/** "[a, b]" and "{a: b}" without anything inside that is more than a scalar. */
function elements(text: string): string[] {
  const inner = text.slice(1, -1).trim();
  if (/[[\]{}]/.test(inner)) throw new NotPlain();
  return inner === "" ? [] : inner.split(",").map((part) => part.trim());
}

function pairs(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const pair of elements(text)) {
    const [, key = "", value = ""] = entry.exec(pair) ?? [];
    if (key === "" || value === "" || isSpecial(key) || key === "__proto__" || Object.hasOwn(fields, key))
      throw new NotPlain();
    fields[key] = scalar(value);
  }
  return fields;
}

function scalar(text: string): unknown {
  const quoted = /^"([^"\\]*)"$/.exec(text) ?? /^'([^']*)'$/.exec(text);
  if (quoted) return quoted[1] ?? "";
  if (text === "true") return true;
  if (text === "false") return false;
  return integer.test(text) ? Number(text) : plainText(text);
}

/** A text that cannot be taken for anything else. */
function plainText(text: string): string {
  const certain = word.test(text) ? !ends.test(text) && !isSpecial(text) : unlikeNumbers(text);
  if (!certain) throw new NotPlain();
  return text;
}

const unlikeNumbers = (text: string) => quantity.test(text) || version.test(text) || schedule.test(text);
