import { createScanner, findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

type Path = readonly (string | number)[];

/**
 * The text with one more member or item, at the end of an object or list that is there. Only the new part is written:
 * everything else, comments and blanks included, is the very same text.
 */
export function inserted(text: string, at: Path, key: string | undefined, value: unknown): string {
  const container = nodeAt(text, at);
  const { offset, length, children = [] } = container;
  const inner = text.slice(offset + 1, offset + length - 1);
  const last = children.at(-1);
  const named = key === undefined ? "" : `${JSON.stringify(key)}: `;
  if (last) {
    const blanks = /[ \t\r\n]*$/.exec(text.slice(0, last.offset))?.[0] ?? "";
    const item = named + print(value, text, blanks.includes("\n") ? indentAt(text, last.offset) : undefined);
    return splice(text, last.offset + last.length, 0, `,${blanks}${item}`);
  }
  const outer = indentAt(text, offset);
  const indent = outer + unitOf(text);
  const item = `${endOf(text)}${indent}${named}${print(value, text, indent)}`;
  return splice(
    text,
    offset + 1,
    inner.includes("\n") ? 0 : inner.length,
    inner.includes("\n") ? item : `${item}${endOf(text)}${outer}`,
  );
}

/** The text without a member or item. A comment that somebody put beside it stays. */
export function removed(text: string, at: Path): string {
  const found = nodeAt(text, at);
  // A member goes with its name.
  const node = found.parent?.type === "property" ? found.parent : found;
  const siblings = node.parent?.children ?? [];
  const place = siblings.indexOf(node);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  const end = node.offset + node.length;
  if (before) return cut(text, before.offset + before.length, node.offset, end);
  if (after) return cut(text, end, after.offset, node.offset, true);
  const { offset: opening } = node.parent ?? { offset: 0 };
  const between = text.slice(opening + 1, node.offset);
  return splice(
    text,
    between.trim() === "" ? opening + 1 : node.offset,
    end - (between.trim() === "" ? opening + 1 : node.offset),
    "",
  );
}

/** Takes out a node and the comma in the gap beside it, and the gap's blanks if there is nothing else in it. */
function cut(text: string, gapStart: number, gapEnd: number, edge: number, nodeFirst = false): string {
  const gap = text.slice(gapStart, gapEnd);
  const left = /^\s*,\s*$/.test(gap) ? "" : withoutComma(gap);
  if (nodeFirst) return text.slice(0, edge) + left + text.slice(gapEnd);
  const rest = text.slice(edge);
  // The line on which it stood would be empty; a comment's own line must end all the same.
  return text.slice(0, gapStart) + (/^\s*\n/.test(rest) ? left.trimEnd() : left) + rest;
}

/** One comma less; those in comments are words. */
function withoutComma(gap: string): string {
  let found = false;
  return gap.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|,/g, (part) => {
    if (part !== "," || found) return part;
    found = true;
    return "";
  });
}

/** Whether two texts say the same in the same words and comments, blanks apart. */
export function sameTokens(one: string, other: string): boolean {
  return tokens(one) === tokens(other);
}

function tokens(text: string): string {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    if (scanner.getTokenValue().trim() !== "") found.push(scanner.getTokenValue());
  }
  return JSON.stringify(found);
}

function nodeAt(text: string, at: Path): Node {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...at]);
  if (!node) throw new Error(`no ${JSON.stringify(at)} in a text that was read before`);
  return node;
}

/** Over several lines if an indent is given, else on one. */
function print(value: unknown, text: string, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", `${endOf(text)}${indent}`);
}

const indentAt = (text: string, offset: number) =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";

const unitOf = (text: string) => /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
const endOf = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");
const splice = (text: string, at: number, length: number, more: string) =>
  text.slice(0, at) + more + text.slice(at + length);
