import { parse, TomlError } from "smol-toml";
import type { Flaw } from "./flaw.ts";

export type Path = readonly PropertyKey[];

export interface Toml {
  readonly value: Readonly<Record<string, unknown>>;
  /** Where a value, or the nearest table around it, begins. */
  lineOf(path: Path): number | undefined;
}

export function readToml(text: string, file: string): Toml | Flaw {
  try {
    return { value: parse(text, { unsafeKeyBehaviour: "throw" }), lineOf: (path) => lineOf(linesOf(text), path) };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const reason = thrown.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    return {
      file,
      line: thrown.line,
      what: `expected TOML, found something else in column ${thrown.column}: ${reason}`,
    };
  }
}

/** The parser keeps no places, so they are looked up in the text when something is wrong. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const count = new Map<string, number>();
  let table: readonly string[] = [];
  let open: string | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const wasOpen = open !== undefined;
    open = stillOpen(line, open);
    if (wasOpen) continue;
    const [, brackets = "", header] = /^\s*(\[\[?)\s*([^\]]+?)\s*\]/.exec(line) ?? [];
    const [, key] = /^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=/.exec(line) ?? [];
    if (header !== undefined) {
      table = placed(words(header), count, brackets === "[[");
      note(found, table, at + 1);
    } else if (key !== undefined) note(found, [...table, ...words(key)], at + 1);
  }
  return found;
}

/** The quotes of a string of several lines that goes on after this line. */
function stillOpen(line: string, open: string | undefined): string | undefined {
  let current = open;
  for (const [quotes] of line.matchAll(/"""|'''/g)) {
    if (current === undefined) current = quotes;
    else if (current === quotes) current = undefined;
  }
  return current;
}

/** A header with the indices of the lists on its way: the last element that was begun of each. */
function placed(header: readonly string[], count: Map<string, number>, isElement: boolean): string[] {
  const path: string[] = [];
  for (const [at, word] of header.entries()) {
    path.push(word);
    const list = path.join("\0");
    if (isElement && at === header.length - 1) count.set(list, (count.get(list) ?? -1) + 1);
    const index = count.get(list);
    if (index !== undefined) path.push(String(index));
  }
  return path;
}

function note(found: Map<string, number>, path: readonly string[], line: number): void {
  const key = path.join("\0");
  if (!found.has(key)) found.set(key, line);
}

function words(dotted: string): string[] {
  return (dotted.match(/"[^"]*"|'[^']*'|[^."'\s]+/g) ?? []).map((word) => word.replace(/^["']|["']$/g, ""));
}

function lineOf(lines: ReadonlyMap<string, number>, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(path.slice(0, length).map(String).join("\0"));
    if (line !== undefined) return line;
  }
  return undefined;
}
