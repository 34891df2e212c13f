/**
 * The JSON in a row's body. Some recorders encode it twice, or wrap it in quotes once more; so a string within is opened
 * again, a few times at most. Undefined if there is no object in it.
 */
export function readBody(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown = text;
  for (let layer = 0; layer < 3 && typeof value === "string"; layer += 1) value = parsed(value);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Quoted for a table once more than it was unquoted.
    const inner = /^"(.*)"$/s.exec(text.trim())?.[1];
    if (inner === undefined) return undefined;
    try {
      return JSON.parse(inner.replaceAll('""', '"'));
    } catch {
      return undefined;
    }
  }
}
