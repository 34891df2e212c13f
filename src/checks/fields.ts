import { isDeepStrictEqual } from "node:util";
import type { Finding } from "./model.ts";
import type { Objects } from "./objects.ts";

/** How a field must be at the end, whatever else was done about the symptom. */
export type Ending = {
  /** As `keyOf` writes it. */
  readonly object: string;
  /** Like `spec.template.spec.containers[name=main].image`. */
  readonly path: string;
} & ({ readonly value: unknown } | { readonly without: string });

/** `without`: there, and this text is nowhere in it. */
export function endsAs(after: Objects, ending: Ending): Finding {
  const { object, path } = ending;
  const value = fieldAt(after.get(object), path);
  const found = JSON.stringify(value) ?? "(none)";
  const [ok, expected] =
    "without" in ending
      ? [value !== undefined && !found.includes(ending.without), `something without ${ending.without}`]
      : [isDeepStrictEqual(value, ending.value), JSON.stringify(ending.value) ?? "(none)"];
  return { check: `${object} has the right ${path}`, kind: "outcome", ok, expected, found };
}

export function fieldAt(value: unknown, path: string): unknown {
  for (const part of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    const [, key = "", name] = /^\[(\w+)=(.*)\]$/.exec(part) ?? [];
    if (name !== undefined)
      value = Array.isArray(value) ? value.find((item) => String(item?.[key]) === name) : undefined;
    else value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  }
  return value;
}
