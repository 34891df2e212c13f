import type { Acted, Attempt } from "../agents/index.ts";
import type { Entry, EntryType } from "../evidence/index.ts";
import type { Happening } from "./model.ts";
import type { Observations } from "./observe.ts";

/** What happened while the agent worked, in order. `began` is when it did, in milliseconds of the clock. */
export function timelineOf(
  { writes, entries = [], chaos = [] }: Pick<Observations, "writes" | "entries" | "chaos">,
  acted: Pick<Acted, "deeds">,
  began: number,
  attempts: readonly Attempt[] = [],
): Happening[] {
  const at = (time: string) => Math.round(Date.parse(time) - began) / 1_000;
  const written = writes.map(({ time, verb, resource, subresource, namespace, name, allowed, changed }): Happening => {
    const where = [namespace, name].filter((word) => word !== undefined).join("/");
    const text = `${verb} ${resource}${subresource ? `/${subresource}` : ""} ${where}`;
    return { at: at(time), kind: "write", text, ok: allowed, ...(changed.length > 0 ? { detail: changed } : {}) };
  });
  const given = (acted.deeds ?? []).flatMap(({ timestamp, tool_calls = [], observation }): Happening[] =>
    tool_calls.map(({ tool_call_id: id, function_name: tool, arguments: { command } }) => {
      const { extra, content = "" } = observation?.results.find(({ source_call_id: of }) => of === id) ?? {};
      const ok = extra?.exit_code === undefined ? {} : { ok: extra.exit_code === 0 };
      const detail = { ...extra, output: content.slice(0, 2_000) };
      return { at: at(timestamp), kind: "command", text: String(command ?? tool), ...ok, detail };
    }),
  );
  const recorded = entries.flatMap((entry): Happening[] => {
    const { id, time } = entry;
    if (isA(entry, "report")) {
      const { verdict, prescription } = entry.data;
      const ok = verdict === "success";
      return [{ at: at(time), kind: "entry", text: `reported ${verdict}`, ok, detail: { id, prescription } }];
    }
    if (!isA(entry, "prescription")) return [];
    const { command, operation } = entry.data;
    return [{ at: at(time), kind: "entry", text: `prescribed ${command?.join(" ") ?? operation}`, detail: { id } }];
  });
  const struck = chaos.map(({ time, text, failed }): Happening => {
    return { at: at(time), kind: "chaos", text, ok: failed === undefined, ...(failed ? { detail: failed } : {}) };
  });
  const attempted = attempts.map(({ time, text }): Happening => ({ at: at(time), kind: "attempt", text, ok: false }));
  return [...written, ...given, ...recorded, ...struck, ...attempted].toSorted((a, b) => a.at - b.at);
}

function isA<Type extends EntryType>(entry: Entry, type: Type): entry is Entry<Type> {
  return entry.type === type;
}
