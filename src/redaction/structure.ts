import { decode, type Style } from "./scalar.ts";

/** A part of a text in YAML or JSON. Parents come before their children. */
export interface Node {
  readonly kind: "map" | "list" | "leaf";
  /** Place of the parent in the list of nodes, -1 for none. */
  readonly parent: number;
  /** Its name in a map. */
  readonly key: string | undefined;
  /** Of a leaf: the value without its quotes. */
  readonly start: number;
  readonly end: number;
  readonly style: Style;
  /** How far its lines are, or would be, indented. */
  readonly indent: number;
  readonly anchor: string | undefined;
}

export const valueIn = (text: string, leaf: Node) => decode(text.slice(leaf.start, leaf.end), leaf.style, leaf.indent);

/** Where a node goes: under which parent, by which name, and how far the parent is indented. */
export interface Slot {
  readonly parent: number;
  readonly key: string | undefined;
  readonly indent: number;
  anchor?: string | undefined;
}

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly style: Style;
  readonly indent?: number;
}

export class Nodes {
  readonly list: Node[] = [];

  collection(kind: "map" | "list", { parent, key, anchor }: Slot): number {
    return this.list.push({ kind, parent, key, start: 0, end: 0, style: "plain", indent: 0, anchor }) - 1;
  }

  leaf({ parent, key, anchor }: Slot, { start, end, style, indent = 0 }: Span): void {
    this.list.push({ kind: "leaf", parent, key, start, end, style, indent, anchor });
  }
}

const code = (sign: string) => sign.charCodeAt(0);
export const sign = {
  tab: 9,
  newline: 10,
  return: 13,
  space: 32,
  double: code('"'),
  hash: code("#"),
  single: code("'"),
  comma: code(","),
  dash: code("-"),
  colon: code(":"),
  open: code("["),
  backslash: code("\\"),
  close: code("]"),
  openMap: code("{"),
  closeMap: code("}"),
} as const;

export const isSpace = (at: number) => at === sign.space || at === sign.tab;
/** The end of the line, or of the text, which has no code there. */
export const isEnd = (at: number) => at === sign.newline || at === sign.return || Number.isNaN(at);

export function skipSpaces(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Where the quoted text that begins after the quote at `at` ends, if it ends on the same line. */
export function closingQuote(text: string, at: number, goesOn: (lineStart: number) => boolean = () => false): number {
  const quote = text.charCodeAt(at);
  for (let next = at + 1; next < text.length; next += 1) {
    const now = text.charCodeAt(next);
    if (now === sign.backslash && quote === sign.double) next += 1;
    else if (now === quote) {
      if (quote === sign.double || text.charCodeAt(next + 1) !== quote) return next;
      next += 1;
    } else if (now === sign.newline && !goesOn(next + 1)) return -1;
  }
  return -1;
}
