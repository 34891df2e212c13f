import type { z } from "zod";
import { showFlaw } from "./flaw.ts";
import { shaped, strangers } from "./shape.ts";
import { readToml } from "./toml.ts";

/** A TOML file held against a schema that has all its keys; or everything that is wrong with it, a line each. */
export function checkedToml<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly flaws: readonly string[] } {
  const toml = readToml(text, file);
  if ("file" in toml) return { flaws: [showFlaw(toml)] };
  const { value, flaws } = shaped(toml, file, schema);
  const all = [...flaws, ...strangers(toml, file, schema)];
  return value === undefined || all.length > 0 ? { flaws: all.map(showFlaw) } : { value };
}
