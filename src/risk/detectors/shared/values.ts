import { type Fields, isObject, textIn } from "../../documents/json.ts";
import type { Operation } from "../../model.ts";

const nothing: Fields = Object.freeze({});

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : nothing;
}

/** A list as it is, nothing as an empty one, anything else as a list of one: AWS and compose write both. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === "string");
}

export function partsOf(value: unknown): readonly Fields[] {
  return listOf(value).filter(isObject);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value at a path of field names. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, name) => fieldsOf(at)[name], value);
}

/** Reads something out of an operation once, however many detectors ask for it. */
export function oncePerOperation<Result>(read: (operation: Operation) => Result): (operation: Operation) => Result {
  const known = new WeakMap<Operation, { readonly result: Result }>();
  return (operation) => {
    const before = known.get(operation);
    if (before) return before.result;
    const result = read(operation);
    known.set(operation, { result });
    return result;
  };
}

/** A text, a number or a boolean as text; nothing of anything else. Never fails, as String does over what forges toString. */
export function wordOf(value: unknown): string {
  return textIn(value) ?? "";
}
