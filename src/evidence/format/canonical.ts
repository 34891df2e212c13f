import { EvidenceProblem, show } from "./problem.ts";

/** Deeper than any entry, shallow enough that a value which contains itself is refused and not followed for ever. */
const deepest = 32;

/**
 * The one text of a value: JSON as RFC 8785 writes it, members in the order of their UTF-16 code units. What would not
 * come back as the same value in every language is refused: a silent change here is a wrong hash later.
 */
export function canonical(value: unknown): string {
  return encode(value, "", deepest);
}

function encode(value: unknown, where: string, depth: number): string {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw refused(where, "half a surrogate pair", "text must be valid Unicode");
      return JSON.stringify(value);
    case "number":
      if (!Number.isSafeInteger(value)) throw refused(where, show(value), "numbers must be safe integers");
      return value === 0 ? "0" : String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth === 0) throw refused(where, "a value this deep", `at most ${deepest} levels can be nested`);
      return Array.isArray(value) ? encodeList(value, where, depth - 1) : encodeObject(value, where, depth - 1);
    default:
      throw refused(where, value === undefined ? "undefined" : `a ${typeof value}`, "it has no form in JSON");
  }
}

function encodeList(list: readonly unknown[], where: string, depth: number): string {
  let text = "";
  // By index: a hole in a list must be met as undefined.
  for (let at = 0; at < list.length; at += 1) {
    text += `${at === 0 ? "" : ","}${encode(list[at], `${where}[${at}]`, depth)}`;
  }
  return `[${text}]`;
}

function encodeObject(object: object, where: string, depth: number): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw refused(where, `a ${object.constructor?.name ?? "special object"}`, "only plain objects have a form in JSON");
  }
  const members = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  let text = "";
  for (const [name, value] of members) {
    const path = where === "" ? name : `${where}.${name}`;
    text += `${text === "" ? "{" : ","}${encode(name, path, 0)}:${encode(value, path, depth)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function refused(where: string, what: string, why: string): EvidenceProblem {
  return new EvidenceProblem("MALFORMED_ENTRY", `${where === "" ? "value" : where}: cannot record ${what}: ${why}`);
}
