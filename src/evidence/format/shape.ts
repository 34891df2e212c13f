import { show } from "./problem.ts";

/** Says what is wrong with a parsed value, or nothing. Nothing is thrown, so that the good way through is the fast one. */
export interface Shape<T> {
  (value: unknown): string | undefined;
  /** Never there: binds the shape to the type that it describes, so that the two cannot drift apart unseen. */
  readonly describes?: T;
}

interface Optional<T> {
  readonly optional: Shape<T>;
}

type Members<T> = {
  readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
    ? Optional<Exclude<T[Name], undefined>>
    : Shape<T[Name]>;
};

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

/** Exactly these members, in canonical order: any other is a place to hide something. */
export function object<T extends object>(members: Members<T>): Shape<T> {
  const names = Object.keys(members).sort();
  const given = names.map((name) => members[name as keyof T] as Shape<unknown> | Optional<unknown>);
  const shapes = given.map((member) => (typeof member === "function" ? member : member.optional));
  const required = given.map((member) => typeof member === "function");

  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return expected("an object", value);
    let at = 0;
    for (const name in value) {
      while (at < names.length && names[at] !== name) {
        if (required[at]) return misplaced(names, at, name, value);
        at += 1;
      }
      const wrong = shapes[at] === undefined ? misplaced(names, at, name, value) : undefined;
      if (wrong !== undefined) return wrong;
      const inside = shapes[at]?.((value as Record<string, unknown>)[name]);
      if (inside !== undefined) return within(name, inside);
      at += 1;
    }
    for (; at < names.length; at += 1) if (required[at]) return `member "${names[at]}" is missing`;
    return undefined;
  };
}

function misplaced(names: readonly string[], at: number, found: string, value: object): string {
  if (!names.includes(found)) return `unknown member ${show(found)}`;
  const missing = names[at];
  if (missing !== undefined && !Object.hasOwn(value, missing)) return `member "${missing}" is missing`;
  return `member "${found}" is not in canonical order`;
}

/** Puts the name of a member in front of what is wrong inside it. */
export function within(name: string, wrong: string): string {
  return /^[\w.[\]]+: /.test(wrong) ? `${name}${wrong.startsWith("[") ? "" : "."}${wrong}` : `${name}: ${wrong}`;
}

export function list<T>(shape: Shape<T>, most = Number.MAX_SAFE_INTEGER): Shape<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return expected("a list", value);
    if (value.length > most) return `expected at most ${most} items, found ${value.length}`;
    for (let at = 0; at < value.length; at += 1) {
      const wrong = shape(value[at]);
      if (wrong !== undefined) return within(`[${at}]`, wrong);
    }
    return undefined;
  };
}

export const text: Shape<string> = (value) => (typeof value === "string" ? undefined : expected("a text", value));

export const someText: Shape<string> = (value) =>
  typeof value === "string" && value !== "" ? undefined : expected("a text that is not empty", value);

export const flag: Shape<boolean> = (value) => (typeof value === "boolean" ? undefined : expected("a boolean", value));

export const count: Shape<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : expected("a whole number, 0 or more", value);

export function matching(pattern: RegExp, what: string): Shape<string> {
  return (value) => (typeof value === "string" && pattern.test(value) ? undefined : expected(what, value));
}

/** One of the words; a table, so that the compiler misses none and allows no other. */
export function oneOf<T extends string>(words: Readonly<Record<T, true>>): Shape<T> {
  const known = new Set(Object.keys(words));
  return (value) => (known.has(value as string) ? undefined : expected(`one of ${[...known].join(", ")}`, value));
}

export function expected(what: string, value: unknown): string {
  return `expected ${what}, found ${show(value)}`;
}
