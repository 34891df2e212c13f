import type { Read, Write } from "../../audit/index.ts";
import type { Call } from "../story.ts";

/** Deeds for tests: on the first day of 2026, so many seconds after midnight. */
export const midnight = Date.UTC(2026, 0, 1);
const timeAt = (second: number) => new Date(midnight + second * 1_000).toISOString();

export function wrote(second: number, what: string, more: Partial<Write> = {}): Write {
  const [verb = "", resource = "", place = ""] = what.split(" ");
  const [namespace, name] = place.split("/");
  return {
    ...{ id: `w${second}`, time: timeAt(second), user: "agent", through: undefined, verb, group: "", resource },
    ...{ subresource: undefined, namespace, name, allowed: true, code: 200, changed: [] },
    ...{ sent: undefined, result: undefined, command: undefined, ...more },
  };
}

export function saw(second: number, verb: string, resource: string, namespace: string, name?: string): Read {
  return { time: timeAt(second), verb, resource, namespace, ...(name === undefined ? {} : { name }) };
}

/** Calls of a shell, a second apart unless told. */
export function ran(...commands: readonly (string | readonly [second: number, command: string])[]): Call[] {
  return commands.map((each, at) => {
    const [second, command] = typeof each === "string" ? [at, each] : each;
    return { at: midnight + second * 1_000, tool: "shell", command };
  });
}

export function called(second: number, tool: string, given: object = {}): Call {
  return { at: midnight + second * 1_000, tool, arguments: given };
}
