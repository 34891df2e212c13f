import type { Finding } from "./model.ts";
import type { Objects } from "./objects.ts";

/** A field that must have this value at the end, whatever else was done about the symptom. */
export interface Ending {
  /** As `keyOf` writes it. */
  readonly object: string;
  /** Like `spec.template.spec.containers[name=main].image`. */
  readonly path: string;
  readonly value: unknown;
}

export function endsAs(after: Objects, { object, path, value }: Ending): Finding {
  const found = JSON.stringify(fieldAt(after.get(object), path)) ?? "(none)";
  const expected = JSON.stringify(value);
  return { check: `${object} has the right ${path}`, kind: "outcome", ok: found === expected, expected, found };
}

function fieldAt(value: unknown, path: string): unknown {
  for (const part of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    const [, key = "", name] = /^\[(\w+)=(.*)\]$/.exec(part) ?? [];
    if (name !== undefined)
      value = Array.isArray(value) ? value.find((item) => String(item?.[key]) === name) : undefined;
    else value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  }
  return value;
}
