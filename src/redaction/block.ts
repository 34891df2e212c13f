import { deepest, readFlow } from "./flow.ts";
import {
  closingQuote,
  isEnd,
  isSpace,
  lineEnd,
  type Node,
  Nodes,
  type Slot,
  type Span,
  sign,
  skipSpaces,
} from "./structure.ts";

const longestKey = 256;
const blockHeader = /[|>][+-]?\d?[+-]?[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/y;
const property = /[&!][^\s,[\]{}]*[ \t]*/y;

interface Frame {
  readonly node: number;
  readonly isMap: boolean;
  readonly indent: number;
}

/**
 * Finds the structure of a text, in one pass and without ever refusing one: manifests and values, JSON, documents one
 * after another, and the same in the middle of other output. It is no parser of YAML; it errs on the side of seeing a
 * value where there may be none.
 */
export function readStructure(text: string): readonly Node[] {
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  readonly #nodes = new Nodes();
  #frames: Frame[] = [];
  /** A key or a dash that had nothing after it on its line. */
  #slot: Slot | undefined;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly Node[] {
    for (let at = 0; at < this.#text.length; ) at = this.#line(at);
    return this.#nodes.list;
  }

  /** Reads what begins on this line, which may go on for many, and returns the start of the line after. */
  #line(start: number): number {
    this.#lineStart = start;
    const at = skipSpaces(this.#text, start);
    const now = this.#text.charCodeAt(at);
    if (isEnd(now) || now === sign.hash) return this.#nextLine(at);
    if (at === start && this.#text.startsWith("---", at) && !(this.#text.charCodeAt(at + 3) > sign.space)) {
      this.#frames = [];
      this.#slot = undefined;
      const after = skipSpaces(this.#text, at + 3);
      return isEnd(this.#text.charCodeAt(after)) ? this.#nextLine(after) : this.#content(after);
    }
    return this.#content(at);
  }

  #content(from: number): number {
    let at = from;
    // `- - key: value` opens one thing after another.
    while (this.#isDash(at) && this.#frames.length < deepest) {
      const indent = at - this.#lineStart;
      const list = this.#frame(false, indent);
      const item = skipSpaces(this.#text, at + 1);
      this.#slot = { parent: list, key: undefined, indent };
      if (isEnd(this.#text.charCodeAt(item))) return this.#nextLine(item);
      at = item;
    }
    const indent = at - this.#lineStart;
    const key = this.#key(at);
    if (key) {
      const slot: Slot = { parent: this.#frame(true, indent), key: key.text, indent };
      return this.#value(skipSpaces(this.#text, key.after), slot);
    }
    const slot = this.#slot;
    this.#slot = undefined;
    if (slot && indent > slot.indent) return this.#value(at, slot);
    this.#dropTo(indent);
    return this.#junk(at);
  }

  /** The open map or list of this line, or a new one, in the place that waits for it. */
  #frame(isMap: boolean, indent: number): number {
    const slot = this.#slot;
    this.#slot = undefined;
    const isFor = (place: Slot) =>
      indent > place.indent || (!isMap && indent === place.indent && place.key !== undefined);
    if (slot && isFor(slot)) return this.#open(isMap, indent, slot);
    this.#dropTo(indent);
    // A list may be no further in than the key it belongs to; the next key ends it.
    if (isMap && this.#top()?.indent === indent && !this.#top()?.isMap) this.#frames.pop();
    const top = this.#top();
    if (top?.indent === indent && top.isMap === isMap) return top.node;
    return this.#open(isMap, indent, { parent: -1, key: undefined, indent: -1 });
  }

  #open(isMap: boolean, indent: number, slot: Slot): number {
    const node = this.#nodes.collection(isMap ? "map" : "list", slot);
    this.#frames.push({ node, isMap, indent });
    return node;
  }

  #top(): Frame | undefined {
    return this.#frames.at(-1);
  }

  #dropTo(indent: number): void {
    while ((this.#top()?.indent ?? -1) > indent) this.#frames.pop();
  }

  #isDash(at: number): boolean {
    return this.#text.charCodeAt(at) === sign.dash && !(this.#text.charCodeAt(at + 1) > sign.space);
  }

  #key(at: number): { text: string; after: number } | undefined {
    const text = this.#text;
    const first = text.charCodeAt(at);
    if (first === sign.double || first === sign.single) {
      const close = closingQuote(text, at);
      const colon = close < 0 ? -1 : skipSpaces(text, close + 1);
      if (colon < 0 || text.charCodeAt(colon) !== sign.colon) return undefined;
      return { text: text.slice(at + 1, close), after: colon + 1 };
    }
    if (first === sign.openMap || first === sign.open) return undefined;
    const last = Math.min(text.length, at + longestKey);
    for (let next = at; next < last; next += 1) {
      const now = text.charCodeAt(next);
      if (isEnd(now)) return undefined;
      if (now === sign.colon && !(text.charCodeAt(next + 1) > sign.space)) {
        return { text: text.slice(at, next).trimEnd(), after: next + 1 };
      }
    }
    return undefined;
  }

  #value(from: number, slot: Slot): number {
    const text = this.#text;
    const at = this.#properties(from, slot);
    const now = text.charCodeAt(at);
    if (isEnd(now) || (now === sign.hash && at > this.#lineStart)) {
      this.#slot = slot;
      return this.#nextLine(at);
    }
    blockHeader.lastIndex = at;
    if (blockHeader.test(text)) return this.#block(blockHeader.lastIndex, slot, text[at] === ">" ? "folded" : "block");
    if (now === sign.double || now === sign.single) {
      const close = closingQuote(text, at, (line) => this.#indentAt(line) > slot.indent);
      if (close >= 0) {
        const style = now === sign.double ? "double" : "single";
        return this.#leaf(slot, { start: at + 1, end: close, style, indent: slot.indent + 2 }, close + 1);
      }
    }
    if (now === sign.openMap || now === sign.open) return this.#afterFlow(readFlow(text, at, slot, this.#nodes));
    return this.#plain(at, slot);
  }

  /** Tags and anchors before a value. */
  #properties(from: number, slot: Slot): number {
    let at = from;
    for (property.lastIndex = at; property.test(this.#text); property.lastIndex = at) {
      if (this.#text[at] === "&") slot.anchor = this.#text.slice(at + 1, property.lastIndex).trim();
      at = property.lastIndex;
    }
    return at;
  }

  #leaf(slot: Slot, span: Span, after: number): number {
    this.#nodes.leaf(slot, span);
    return this.#nextLine(after);
  }

  /** A text of lines that are further in than the key. */
  #block(from: number, slot: Slot, style: "block" | "folded"): number {
    let [start, end, indent] = [-1, from, 0];
    let line = from;
    while (line < this.#text.length) {
      const at = skipSpaces(this.#text, line);
      if (!isEnd(this.#text.charCodeAt(at))) {
        if (at - line <= slot.indent) break;
        if (start < 0) [start, indent] = [at, at - line];
        end = trimmedEnd(this.#text, at, lineEnd(this.#text, at));
      }
      line = this.#nextLine(at);
    }
    if (start >= 0) this.#nodes.leaf(slot, { start, end, style, indent });
    return line;
  }

  /** To the end of the line or a comment, and over further lines that are further in and have no key. */
  #plain(start: number, slot: Slot): number {
    let end = start;
    let line = start;
    do {
      const stop = lineEnd(this.#text, line);
      const comment = commentIn(this.#text, line, stop);
      end = trimmedEnd(this.#text, line, comment < 0 ? stop : comment);
      line = stop + 1;
      if (comment >= 0) break;
    } while (this.#goesOn(line, slot.indent));
    this.#nodes.leaf(slot, { start, end, style: "plain" });
    return line;
  }

  #goesOn(line: number, indent: number): boolean {
    const at = skipSpaces(this.#text, line);
    if (at - line <= indent || isEnd(this.#text.charCodeAt(at)) || this.#text.charCodeAt(at) === sign.hash)
      return false;
    return !this.#isDash(at) && this.#key(at) === undefined;
  }

  /** Braces that were not closed end before a line that is no part of them. */
  #afterFlow(end: number): number {
    return this.#text.charCodeAt(end - 1) === sign.newline ? end : this.#junk(end);
  }

  /** Other text: JSON in it is read, the rest is left alone. */
  #junk(from: number): number {
    const text = this.#text;
    let at = from;
    for (; at < text.length; at += 1) {
      const now = text.charCodeAt(at);
      if (now === sign.newline) return at + 1;
      const isWhole =
        at === from && at === skipSpaces(text, this.#lineStart) && (now === sign.open || now === sign.openMap);
      if (isWhole || (now === sign.openMap && /["'\s{}]/.test(text[at + 1] ?? ""))) {
        at = readFlow(text, at, { parent: -1, key: undefined, indent: -1 }, this.#nodes) - 1;
        if (text.charCodeAt(at) === sign.newline) return at + 1;
      } else if (now === sign.openMap && text[at + 1] === "\\" && text[at - 1] === '"') {
        const close = closingQuote(text, at - 1);
        if (close > 0) {
          this.#nodes.leaf({ parent: -1, key: undefined, indent: -1 }, { start: at, end: close, style: "double" });
          at = close;
        }
      }
    }
    return at;
  }

  #indentAt(line: number): number {
    const at = skipSpaces(this.#text, line);
    return isEnd(this.#text.charCodeAt(at)) ? Number.POSITIVE_INFINITY : at - line;
  }

  #nextLine(at: number): number {
    return lineEnd(this.#text, at) + 1;
  }
}

function commentIn(text: string, from: number, to: number): number {
  for (let at = from + 1; at < to; at += 1) {
    if (text.charCodeAt(at) === sign.hash && isSpace(text.charCodeAt(at - 1))) return at;
  }
  return -1;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && !(text.charCodeAt(end - 1) > sign.space)) end -= 1;
  return end;
}
