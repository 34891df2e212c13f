import { z } from "zod";
import { nearest } from "../../problem/index.ts";
import type { Flaw } from "./flaw.ts";
import type { Path, Toml } from "./toml.ts";

/** Holds a table of a TOML file against a schema. All that is wrong is said at once. */
export function shaped<T>(
  toml: Toml,
  file: string,
  schema: z.ZodType<T>,
  at: Path = [],
): { value: T | undefined; flaws: Flaw[] } {
  const result = schema.safeParse(valueAt(toml.value, at));
  if (result.success) return { value: result.data, flaws: [] };
  const flaws = result.error.issues.map((issue): Flaw => {
    const path = [...at, ...issue.path];
    return { ...placeOf(toml, file, path), what: `${show(path)}: ${complaint(issue, valueAt(toml.value, path))}` };
  });
  return { value: undefined, flaws };
}

/** Keys that the schema does not know, with the one that was most likely meant. */
export function strangers(toml: Toml, file: string, schema: z.ZodType, at: Path = []): Flaw[] {
  return unknownKeys(schema, valueAt(toml.value, at), at).map(({ path, known }) => {
    const key = String(path.at(-1));
    const meant = nearest(key, known);
    return {
      ...placeOf(toml, file, path),
      what: `${show(path)}: nothing reads this key`,
      how: meant === undefined ? `there are: ${known.join(", ")}` : `did you mean ${meant}?`,
    };
  });
}

function unknownKeys(schema: z.ZodType, value: unknown, path: Path): { path: Path; known: readonly string[] }[] {
  const bare = unwrapped(schema, value);
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, at) => unknownKeys(bare.element as z.ZodType, item, [...path, at]));
  }
  if (!isTable(value)) return [];
  const entries = Object.entries(value);
  if (bare instanceof z.ZodRecord) {
    return entries.flatMap(([key, item]) => unknownKeys(bare.valueType as z.ZodType, item, [...path, key]));
  }
  if (!(bare instanceof z.ZodObject)) return [];
  const known = Object.keys(bare.shape);
  return entries.flatMap(([key, item]) =>
    known.includes(key) ? unknownKeys(bare.shape[key], item, [...path, key]) : [{ path: [...path, key], known }],
  );
}

/** What a schema says of the value itself, without "may be missing" and "one of these". */
function unwrapped(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrapped(schema.unwrap() as z.ZodType, value);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as readonly z.ZodType[];
  const fitting = options.find((option) => {
    const kind = option instanceof z.ZodObject ? option.shape.is : undefined;
    return kind === undefined ? option.safeParse(value).success : isTable(value) && kind.safeParse(value.is).success;
  });
  return fitting ?? z.unknown();
}

function complaint(issue: z.core.$ZodIssue, found: unknown): string {
  const shown = found === undefined ? "nothing" : JSON.stringify(found).slice(0, 80);
  // Words of our own say more than the kind of value.
  if (issue.message.startsWith("expected")) return `${issue.message}, found ${shown}`;
  if (issue.code === "invalid_type") return `expected ${issue.expected}, found ${shown}`;
  if (issue.code === "invalid_value") return `expected ${issue.values.map(String).join(" or ")}, found ${shown}`;
  if (issue.code === "invalid_union" && "options" in issue) {
    return `expected ${(issue.options as readonly unknown[]).map(String).join(" or ")}, found ${shown}`;
  }
  if (issue.code === "invalid_union") return `expected another kind of value, found ${shown}`;
  return issue.message;
}

function placeOf(toml: Toml, file: string, path: Path): Pick<Flaw, "file" | "line"> {
  const line = toml.lineOf(path);
  return line === undefined ? { file } : { file, line };
}

export function show(path: Path): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text.replace(/^\./, "") || "the file";
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const part of path)
    current = isTable(current) || Array.isArray(current) ? Reflect.get(current, part) : undefined;
  return current;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
