import { isObject } from "../read/is-object.ts";

export interface Difference {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

const mostNodes = 20_000;
const deepest = 60;

/**
 * What differs between two values, field by field. Lists of named things are compared by name, so that a new one in front
 * does not make all others differ; text that holds JSON is opened, since the flag that broke everything is in there.
 */
export function differences(from: unknown, to: unknown, most: number): readonly Difference[] {
  const found: Difference[] = [];
  let nodes = 0;
  const walk = (path: string, a: unknown, b: unknown, depth: number): void => {
    nodes += 1;
    if (found.length >= most || nodes > mostNodes) return;
    if (same(a, b)) return;
    if (depth < deepest && isObject(a) && isObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        walk(join(path, key), a[key], b[key], depth + 1);
      return;
    }
    if (depth < deepest && Array.isArray(a) && Array.isArray(b)) {
      const [named, other] = [byName(a), byName(b)];
      if (named && other) {
        for (const name of new Set([...named.keys(), ...other.keys()])) {
          walk(`${path}[${name}]`, named.get(name), other.get(name), depth + 1);
        }
        return;
      }
      if (a.length === b.length) {
        for (const [at, each] of a.entries()) walk(`${path}[${at}]`, each, b[at], depth + 1);
        return;
      }
    }
    if (typeof a === "string" && typeof b === "string") {
      const [inner, outer] = [opened(a), opened(b)];
      if (inner !== undefined && outer !== undefined) {
        walk(path, inner, outer, depth + 1);
        return;
      }
      if (a.includes("\n") && b.includes("\n")) {
        found.push({ path, ...changedLines(a, b) });
        return;
      }
    }
    found.push({ path, ...(a === undefined ? {} : { from: a }), ...(b === undefined ? {} : { to: b }) });
  };
  walk("", from, to, 0);
  return found;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a !== "object" && typeof b !== "object" ? false : JSON.stringify(a) === JSON.stringify(b));
}

function join(path: string, key: string): string {
  const step = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : step.startsWith('"') ? `${path}[${step}]` : `${path}.${step}`;
}

function byName(list: readonly unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>();
  for (const each of list) {
    const name = isObject(each) ? (each.name ?? each.type) : undefined;
    if (typeof name !== "string" || named.has(name)) return undefined;
    named.set(name, each);
  }
  return named.size > 0 ? named : undefined;
}

function opened(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the lines that one of them has and the other has not, a few at most. */
function changedLines(a: string, b: string): { from: string; to: string } {
  const [left, right] = [a.split("\n"), b.split("\n")];
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  return {
    from: left
      .filter((line) => !inRight.has(line))
      .slice(0, 10)
      .join("\n"),
    to: right
      .filter((line) => !inLeft.has(line))
      .slice(0, 10)
      .join("\n"),
  };
}
