import type { Members } from "./event.ts";
import { HookProblem } from "./problem.ts";

/** Reading of payloads, whose shapes change from month to month: what must be there is checked, the rest is looked at. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function requiredString(payload: Members, name: string): string {
  const value = stringOf(payload[name]);
  if (value !== undefined) return value;
  const found = payload[name] === undefined ? "nothing" : JSON.stringify(payload[name]).slice(0, 80);
  throw new HookProblem("BAD_PAYLOAD", `hook payload: expected a string in "${name}", found ${found}`, {
    hint: "the agent may be newer than this airworthy: update it, then run: airworthy hook install",
  });
}

export function parsePayload(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const shown = text === "" ? "nothing" : JSON.stringify(text.slice(0, 80));
    throw new HookProblem("BAD_PAYLOAD", `hook payload: expected a JSON object on standard input, found ${shown}`, {
      cause,
    });
  }
  return membersOf(value);
}

/** Members with a value, for `exactOptionalPropertyTypes`. */
export function present<T extends Members>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
