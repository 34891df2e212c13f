/** What Go's encoding/json writes, byte for byte: Evidra's hashes are over that and over no other spelling. */

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Go escapes for HTML, and the two line ends that JavaScript once stumbled over. */
export function goText(text: string): string {
  const inside = text.replace(/[\p{Cc}"\\<>&\u2028\u2029]/gu, (sign) => {
    if (sign > "\x1f" && sign < "\xa0" && !/["\\<>&]/.test(sign)) return sign;
    return short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${inside}"`;
}

/** JSON that was handed through as it was: without white space, and escaped the same way. */
export function goRaw(raw: string): string {
  const pieces = raw.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs) ?? [];
  return pieces
    .join("")
    .replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** RFC 3339 as Go writes it: no zeros at the end of the second's fraction, and Z for no offset. */
export function goTime(time: string): string {
  return time
    .replace(/(\.\d*?)0*(?=Z|[+-]\d\d:\d\d$)/, (_, fraction: string) => (fraction === "." ? "" : fraction))
    .replace(/[+-]00:00$/, "Z");
}

export interface Member {
  readonly name: string;
  /** As it stands in the text. */
  readonly raw: string;
}

/** The members of an object in their order, with their values untouched; `undefined` where there is no object. */
export function membersOf(text: string): Member[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  } catch {
    return undefined;
  }
  // It is JSON: from here on strings and brackets are all there is to watch.
  const members: Member[] = [];
  let at = text.indexOf("{") + 1;
  while (at < text.length) {
    const start = text.indexOf('"', at);
    if (start < 0) break;
    const nameEnd = stringEnd(text, start);
    const valueStart = text.indexOf(":", nameEnd) + 1;
    const valueEnd = endOfValue(text, valueStart);
    members.push({ name: JSON.parse(text.slice(start, nameEnd)), raw: text.slice(valueStart, valueEnd).trim() });
    at = valueEnd + 1;
  }
  return members;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Where the comma or the brace after a value is. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (sign === "{" || sign === "[") depth += 1;
    if (depth === 0 && (sign === "," || sign === "}")) return at;
    if (sign === "}" || sign === "]") depth -= 1;
    at += 1;
  }
  return at;
}
