/** One JSON value, or several one after the other as kubectl takes them; undefined for anything else. */
export function readJson(text: string): unknown[] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    const parts = text.split(/(?<=\})\s*(?=\{)/);
    return parts.length > 1 && parts.length < 10_000 ? join(parts) : undefined;
  }
}

/** The pieces were cut at every "}{", some of which lie inside a value: pieces are joined until they are one. */
function join(parts: readonly string[]): unknown[] | undefined {
  const values: unknown[] = [];
  let pending = "";
  let tries = 0;
  for (const part of parts) {
    pending += part;
    tries += 1;
    if (tries > 50) return undefined;
    try {
      values.push(JSON.parse(pending));
      pending = "";
      tries = 0;
    } catch {
      // Not whole yet.
    }
  }
  return pending === "" ? values : undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? `${value}` : undefined;
