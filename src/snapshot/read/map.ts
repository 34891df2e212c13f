import { Cursor } from "./python.ts";

export interface ReadMap {
  readonly entries: Readonly<Record<string, string>>;
  readonly encoding: "json" | "python" | "go" | "none" | "unknown";
}

/** Without a prototype: a key called `__proto__` is a key. */
const none: ReadMap = { entries: Object.freeze(Object.create(null)), encoding: "none" };

/**
 * The attributes of a row, in any of the three ways they are printed in: JSON, a Python dict, a Go map. Nothing is
 * evaluated. Text that is none of them gives no attributes; the row keeps its text.
 */
export function readMap(text: string): ReadMap {
  const given = text.trim();
  if (given === "" || given === "{}" || given === "map[]") return none;
  if (given.startsWith("map[") && given.endsWith("]"))
    return { entries: goEntries(given.slice(4, -1)), encoding: "go" };
  if (!given.startsWith("{")) return { ...none, encoding: "unknown" };
  try {
    return { entries: flat(JSON.parse(given)), encoding: "json" };
  } catch {
    const value = new Cursor(given).whole();
    return value === undefined ? { ...none, encoding: "unknown" } : { entries: flat(value), encoding: "python" };
  }
}

function flat(value: unknown): Record<string, string> {
  const entries: Record<string, string> = Object.create(null);
  if (typeof value !== "object" || value === null) return entries;
  for (const [key, inner] of value instanceof Map ? value : Object.entries(value)) {
    entries[String(key)] = typeof inner === "string" ? inner : JSON.stringify(plain(inner));
  }
  return entries;
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [String(key), plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

/**
 * Go prints `map[key:value key:value]` and quotes nothing, so a value that looks like a key begins one. Keys of telemetry
 * are words with dots; a value with such a word and a colon after a blank is the one case that is read wrongly.
 */
function goEntries(text: string): Record<string, string> {
  const entries: Record<string, string> = Object.create(null);
  const starts = [...text.matchAll(/(?:^| )([A-Za-z_][\w./-]*):/g)];
  starts.forEach((match, at) => {
    const from = match.index + match[0].length;
    entries[match[1] ?? ""] = text.slice(from, starts[at + 1]?.index ?? text.length);
  });
  return entries;
}
