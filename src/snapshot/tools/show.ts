/**
 * Text of a snapshot as it may be shown: whoever wrote a log line must not be able to move the cursor, hide signs, turn the
 * direction of writing or begin a line of an answer.
 */
export function shown(text: string, most = 400): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}… (+${text.length - most})` : text;
  return cut.replace(unseen, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

/** Control signs but tab and line end (JSON has its own way with those), and signs that nobody sees. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFC]/gu;

export function shownDeep(value: unknown, most?: number): unknown {
  if (typeof value === "string") return shown(value, most);
  if (Array.isArray(value)) return value.map((each) => shownDeep(each, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [shown(key, 200), shownDeep(each, most)]));
}
