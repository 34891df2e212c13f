import type { Entry, EntryData, EntryType } from "../../evidence/index.ts";
import { span } from "./format.ts";
import type { ReportedEntry } from "./model.ts";

/** What the recorder wrote down while the agent worked; what it says about itself is left out. */
export function reportedEntries(entries: readonly Entry[], began: number): ReportedEntry[] {
  return entries
    .filter(({ type }) => !["log", "key", "coverage"].includes(type))
    .map((entry) => ({
      at: Math.max(0, (Date.parse(entry.time) - began) / 1_000) || 0,
      id: entry.id,
      type: entry.type,
      ...said(entry),
    }));
}

type Said = Pick<ReportedEntry, "text" | "level" | "remarks">;

function said(entry: Entry): Said {
  const isOf = <Type extends EntryType>(type: Type, _: Entry): _ is Entry<Type> => entry.type === type;
  if (isOf("prescription", entry)) return prescription(entry.data);
  if (isOf("report", entry)) return report(entry.data);
  if (isOf("anomaly", entry)) return { text: entry.data.kind, level: undefined, remarks: [entry.data.text] };
  return { text: JSON.stringify(entry.data), level: undefined, remarks: [] };
}

function prescription({ command, tool, operation, intent, risk }: EntryData["prescription"]): Said {
  return {
    text: command?.join(" ") ?? `${tool} ${operation}`,
    level: risk.level,
    remarks: [
      ...(intent === undefined ? [] : [`intent: ${intent}`]),
      ...risk.tags.map(({ tag, level, because }) => `${level} ${tag}: ${because}`),
      ...risk.unknown.map((what) => `not known: ${what}`),
    ],
  };
}

function report({ verdict, exitCode, signal, durationMs, decline, error }: EntryData["report"]): Said {
  const facts = [
    verdict,
    exitCode === undefined ? undefined : `exit code ${exitCode}`,
    signal,
    durationMs === undefined ? undefined : span(durationMs / 1_000),
  ];
  const remarks = [
    ...(decline ? [`${decline.trigger}: ${decline.reason}`] : []),
    ...(error ? [`${error.kind}: ${error.text}`] : []),
  ];
  return { text: facts.filter((fact) => fact !== undefined).join(", "), level: undefined, remarks };
}
