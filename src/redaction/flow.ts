import { closingQuote, isEnd, isSpace, lineEnd, type Nodes, type Slot, sign, skipSpaces } from "./structure.ts";

/** A line that begins like this is no part of a text in braces: one of these was not closed. */
const newDocument = /---|[A-Za-z][\w./-]{0,128}:(?:[ \t\r\n]|$)/y;

/** Brackets within brackets beyond this are counted and no more: nobody writes them, but somebody may send them. */
export const deepest = 500;

interface Open {
  readonly node: number;
  readonly isMap: boolean;
  key: string | undefined;
  /** A key without quotes was seen: this is not JSON, and a quoted text may go on over several lines. */
  isYaml: boolean;
}

/**
 * Reads `{…}` or `[…]`, JSON or YAML, from its opening bracket and returns where it ends. Whatever is not closed ends
 * with the text; nothing is refused, since a secret in a broken text is a secret as well.
 */
export function readFlow(text: string, from: number, slot: Slot, nodes: Nodes): number {
  const open: Open[] = [];
  let beyond = 0;
  let at = from;
  while (at < text.length) {
    const now = text.charCodeAt(at);
    const top = open.at(-1);
    if ((now === sign.openMap || now === sign.open) && open.length >= deepest) {
      beyond += 1;
      at += 1;
    } else if (now === sign.openMap || now === sign.open) {
      const place = top ? { parent: top.node, key: take(top), indent: 0 } : slot;
      const isMap = now === sign.openMap;
      open.push({
        node: nodes.collection(isMap ? "map" : "list", place),
        isMap,
        key: undefined,
        isYaml: top?.isYaml ?? false,
      });
      at += 1;
    } else if (now === sign.closeMap || now === sign.close) {
      if (beyond > 0) beyond -= 1;
      else open.pop();
      at += 1;
      if (open.length === 0) return at;
    } else if (now === sign.newline) {
      at += 1;
      if (begins(text, at)) return at;
    } else if (now === sign.comma) {
      if (top) top.key = undefined;
      at += 1;
    } else if (now === sign.colon || isSpace(now) || now === sign.return) at += 1;
    else if (now === sign.hash && isSpace(text.charCodeAt(at - 1))) at = lineEnd(text, at);
    else at = readScalar(text, at, top, nodes);
  }
  return at;
}

function begins(text: string, line: number): boolean {
  newDocument.lastIndex = line;
  return newDocument.test(text);
}

function take(open: Open): string | undefined {
  const { key } = open;
  open.key = undefined;
  return key;
}

function readScalar(text: string, at: number, top: Open | undefined, nodes: Nodes): number {
  const now = text.charCodeAt(at);
  const isQuoted = now === sign.double || now === sign.single;
  const close = isQuoted ? closingQuote(text, at, (line) => top?.isYaml === true && !begins(text, line)) : -1;
  const start = close < 0 ? at : at + 1;
  const end = close < 0 ? plainEnd(text, at + 1) : close;
  const after = close < 0 ? end : close + 1;
  const style = close < 0 ? "plain" : now === sign.double ? "double" : "single";
  if (top?.isMap && top.key === undefined && text.charCodeAt(skipSpaces(text, after)) === sign.colon) {
    top.key = text.slice(start, end);
    top.isYaml ||= !isQuoted;
  } else if (top) nodes.leaf({ parent: top.node, key: take(top), indent: 0 }, { start, end, style, indent: 2 });
  return after;
}

function plainEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const now = text.charCodeAt(at);
    if (isEnd(now) || now === sign.comma || now === sign.close || now === sign.closeMap) break;
    if (now === sign.open || now === sign.openMap) break;
    if (now === sign.colon && /[\s,[\]{}"]/.test(text[at + 1] ?? " ")) break;
    if (now === sign.hash && isSpace(text.charCodeAt(at - 1))) break;
  }
  while (at > from && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
