import { EvidenceProblem, show } from "./problem.ts";

/** Deeper than any entry, shallow enough that a value which contains itself is refused and not followed for ever. */
export const deepest = 32;

/**
 * The one text of a value: JSON as RFC 8785 writes it, members in the order of their UTF-16 code units. What would not
 * come back as the same value in every language is refused: a silent change here is a wrong hash later.
 */
export function canonical(value: unknown): string {
  return encode(value, []);
}

/** Members and places in lists, from the outside in. It becomes words only where something is refused. */
type Path = (string | number)[];

/** Texts that are spelled as they are, which are most: JSON escapes nothing else among printable ASCII. */
const plain = /^[ !#-[\]-~]*$/;

function encode(value: unknown, path: Path): string {
  switch (typeof value) {
    case "string":
      return encodeText(value, path);
    case "number":
      if (!Number.isSafeInteger(value)) throw refused(path, show(value), "numbers must be safe integers");
      return value === 0 ? "0" : String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (path.length === deepest) throw refused(path, "a value this deep", `at most ${deepest} levels can be nested`);
      return Array.isArray(value) ? encodeList(value, path) : encodeObject(value as Record<string, unknown>, path);
    default:
      throw refused(path, value === undefined ? "undefined" : `a ${typeof value}`, "it has no form in JSON");
  }
}

function encodeText(text: string, path: Path): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw refused(path, "half a surrogate pair", "text must be valid Unicode");
  return JSON.stringify(text);
}

function encodeList(list: readonly unknown[], path: Path): string {
  let text = "";
  // By index: a hole in a list must be met as undefined.
  for (let at = 0; at < list.length; at += 1) {
    path.push(at);
    text += `${at === 0 ? "" : ","}${encode(list[at], path)}`;
    path.pop();
  }
  return `[${text}]`;
}

function encodeObject(object: Record<string, unknown>, path: Path): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw refused(path, `a ${object.constructor?.name ?? "special object"}`, "only plain objects have a form in JSON");
  }
  let text = "";
  // Sorting without a rule of ours is by UTF-16 code units, which is what the form asks for.
  for (const name of Object.keys(object).sort()) {
    path.push(name);
    text += `${text === "" ? "{" : ","}${encodeText(name, path)}:${encode(object[name], path)}`;
    path.pop();
  }
  return text === "" ? "{}" : `${text}}`;
}

function refused(path: Path, what: string, why: string): EvidenceProblem {
  const where = path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`));
  return new EvidenceProblem("MALFORMED_ENTRY", `${where.join("") || "value"}: cannot record ${what}: ${why}`);
}
