import { parse } from "jsonc-parser";
import type { Members } from "../event.ts";
import { membersOf } from "../members.ts";
import { inserted, removed } from "./json-edit.ts";
import { type JsonFile, malformed } from "./json-file.ts";

/** What is to stand under one event: `{"matcher": …, "hooks": [{"type": "command", …}]}`. */
export interface Group {
  readonly event: string;
  readonly matcher?: string;
  readonly handler: Members;
}

/** Which commands are ours, in whatever version. */
export const ours = /\bairworthy(?:\.c?js)?["']? hook (?:pre|post) /;

/** The file's text with exactly these groups of ours in it. Of anybody else's nothing changes. */
export function withGroups(file: JsonFile, groups: readonly Group[]): string {
  let text = withoutGroups(file);
  if (text.trim() === "") text = "{}\n";
  if (membersOf(parse(text)).hooks === undefined) text = inserted(text, [], "hooks", {});
  for (const { event, matcher, handler } of groups) {
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
    const there = membersOf(membersOf(parse(text)).hooks)[event] !== undefined;
    text = there ? inserted(text, ["hooks", event], undefined, group) : inserted(text, ["hooks"], event, [group]);
  }
  return text;
}

/** The file's text without ours; what only held ours goes too. */
export function withoutGroups(file: JsonFile): string {
  let text = file.text ?? "";
  const found = handlersIn(file);
  // From the end, so that the places before stay right.
  for (const { event, group, handler, alone, last } of found.toReversed()) {
    const place = alone ? (last ? [] : [group]) : [group, "hooks", handler];
    text = removed(text, ["hooks", event, ...place]);
  }
  const hooks = membersOf(membersOf(parse(text)).hooks);
  return found.length > 0 && Object.keys(hooks).length === 0 ? removed(text, ["hooks"]) : text;
}

/** A text as `withoutGroups` would leave it: without events that hold nothing. */
export function withoutEmpty(text: string): string {
  let left = text;
  const hooks = membersOf(membersOf(parse(text)).hooks);
  for (const [event, groups] of Object.entries(hooks)) {
    if (Array.isArray(groups) && groups.length === 0) left = removed(left, ["hooks", event]);
  }
  const empty = Object.keys(membersOf(membersOf(parse(left)).hooks)).length === 0;
  return empty && membersOf(parse(left)).hooks !== undefined ? removed(left, ["hooks"]) : left;
}

export interface Found {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
  readonly command: string;
  /** Nothing else is in its group. */
  readonly alone: boolean;
  /** Nothing will be left of the event without it. */
  readonly last: boolean;
}

/** Our handlers, wherever they stand. */
export function handlersIn(file: JsonFile): readonly Found[] {
  const { hooks } = membersOf(file.value);
  if (hooks === undefined) return [];
  return Object.entries(objectAt(file, "hooks", hooks)).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) throw wrong(file, `hooks.${event}`, "a list");
    const found = groups.flatMap((group: unknown, index) => {
      const { hooks: handlers } = membersOf(group);
      if (!Array.isArray(handlers)) return [];
      const own = handlers.flatMap((handler: unknown, place) => {
        const { command } = membersOf(handler);
        return typeof command === "string" && ours.test(command) ? [{ place, command }] : [];
      });
      return own.map(({ place, command }, nth) => ({
        event,
        group: index,
        handler: place,
        command,
        // Taken out from the end: the first of ours goes last and takes the group with it.
        alone: nth === 0 && own.length === handlers.length,
      }));
    });
    const emptied = new Set(found.filter(({ alone }) => alone).map(({ group }) => group));
    return found.map((each) => ({ ...each, last: each === found[0] && emptied.size === groups.length }));
  });
}

function objectAt(file: JsonFile, where: string, value: unknown): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw wrong(file, where, "an object");
}

function wrong({ path, text = "" }: JsonFile, where: string, expected: string) {
  const key = where.split(".").at(-1) ?? where;
  return malformed(path, text, Math.max(0, text.indexOf(`"${key}"`)), `expected ${expected} in "${where}"`);
}
