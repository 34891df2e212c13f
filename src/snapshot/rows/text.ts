import { isObject } from "../read/is-object.ts";

/** Empty text in a table means that there is nothing. */
export function some(text: unknown): string | undefined {
  return typeof text === "string" && text !== "" ? text : undefined;
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Not for sums: what is no finite number is left out of them. */
export function finite(value: unknown): number | undefined {
  const number =
    typeof value === "number" ? value : typeof value === "string" && value !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The same entries give the same text, whatever order they came in. */
export function orderedJson(entries: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))));
}
