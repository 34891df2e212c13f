/** What may be anything. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects in what may be a list. */
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
