/** Whatever it is, without the keys: a provider may repeat one in what it complains about. */
export function withoutKeys<T>(value: T, keys: readonly string[]): T {
  const secrets = keys.filter((key) => key.length >= shortest);
  if (secrets.length === 0) return value;
  return cleaned(value, secrets) as T;
}

/** Shorter ones would be found in words that are none. */
const shortest = 8;

function cleaned(value: unknown, keys: readonly string[]): unknown {
  if (typeof value === "string") return keys.reduce((text, key) => text.replaceAll(key, "[key]"), value);
  if (Array.isArray(value)) return value.map((each) => cleaned(each, keys));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleaned(name, keys), cleaned(each, keys)]));
}
