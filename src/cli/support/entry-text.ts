import type { Entry, EntryData, EntryType } from "../../evidence/index.ts";
import type { Recorded } from "../../recorder/index.ts";
import { columns, span } from "../shell/format.ts";

const widestCell = 60;

/** One line for each entry. */
export function tableOf(entries: readonly Recorded[], heading = true): string {
  const rows = entries.map(({ entry }) => [
    String(entry.sequence),
    entry.time.replace("T", " ").slice(0, 19),
    entry.type,
    entry.actor.id,
    entry.type === "prescription" ? (entry.data as EntryData["prescription"]).risk.level : "-",
    cut(gist(entry)),
    entry.id,
  ]);
  const head = ["SEQ", "TIME (UTC)", "TYPE", "ACTOR", "RISK", "WHAT", "ID"];
  return columns(heading ? [head, ...rows] : rows);
}

/** What an entry says, in a few words. */
function gist(entry: Entry): string {
  const say: { [Type in EntryType]: (data: EntryData[Type]) => string } = {
    log: () => `the log ${entry.log} begins`,
    key: ({ reason }) => `new key: ${reason}`,
    prescription: ({ command, tool, operation }) => command?.join(" ") ?? `${tool} ${operation}`.trim(),
    report: outcome,
    anomaly: ({ kind, text }) => `${kind}: ${text}`,
    coverage: ({ channel, through, state, covers }) =>
      `${[channel, through].filter(Boolean).join(" ")} ${state}: ${covers.join(", ")}`,
    recovery: ({ bytes }) => `${bytes} bytes of an unfinished write were cut off`,
    import: ({ format, entries, verified }) => `${entries} entries of ${format}, ${verified ? "" : "not "}verified`,
  };
  return (say[entry.type] as (data: unknown) => string)(entry.data);
}

function outcome({ verdict, exitCode, signal, error, decline, durationMs }: EntryData["report"]): string {
  const why = decline ? `${decline.trigger}: ${decline.reason}` : error ? `${error.kind}: ${error.text}` : undefined;
  const facts = [
    exitCode === undefined ? undefined : `exit code ${exitCode}`,
    signal,
    durationMs === undefined ? undefined : span(durationMs),
    why,
  ];
  return [verdict, ...facts.filter((fact) => fact !== undefined)].join(", ");
}

/** Everything that matters about one entry, and where it stands. */
export function detailsOf({ entry, hash }: Recorded, standing: string): string {
  const { capture, actor, session, trace } = entry;
  const peer = capture.peer;
  const seen = [`${capture.channel}${capture.through ? ` (${capture.through})` : ""}`, `${capture.custody} custody`];
  if (peer) seen.push(`user ${peer.uid}, process ${peer.pid}${peer.program ? ` (${peer.program})` : ""}`);
  if (capture.host) seen.push(capture.host);
  const rows = [
    ["entry", `${entry.sequence} of ${entry.log}, ${entry.type}`],
    ["id", entry.id],
    ["time", entry.time],
    ["actor", [`${actor.kind}:${actor.id}`, actor.model, actor.version].filter(Boolean).join(", ")],
    ...(session === undefined ? [] : [["session", session]]),
    ...(trace === undefined ? [] : [["trace", trace.trace]]),
    ["seen by", seen.join(", ")],
    ["says", printable(gist(entry))],
    ...(entry.type === "prescription" ? prescriptionRows(entry.data as EntryData["prescription"]) : []),
    ["stands", standing],
    ["hash", hash],
    ["signed by", `key ${entry.key}`],
  ];
  return columns(rows);
}

function prescriptionRows(data: EntryData["prescription"]): string[][] {
  const { risk, scope, targets, targetCount, artifacts, redacted, intent, approval } = data;
  const shown = targets.slice(0, 10).map(({ action, kind, name, namespace, system }) => {
    return ["", `${action} ${system} ${kind} ${namespace ? `${namespace}/` : ""}${name}`];
  });
  return [
    ...(intent === undefined ? [] : [["intent", intent]]),
    ["risk", `${risk.level}, ${data.tool} ${data.operation} (${data.class})`],
    ...risk.tags.map(({ tag, level, because, field }) => ["", `${level} ${tag}: ${because} [${field}]`]),
    ...risk.unknown.map((text) => ["", `not known: ${text}`]),
    ["scope", `${scope.class}: ${scope.because}`],
    ["targets", String(targetCount)],
    ...shown,
    ...(targetCount > shown.length ? [["", `and ${targetCount - shown.length} more`]] : []),
    [
      "artifacts",
      artifacts.map(({ name, size, digest }) => `${name} (${size} B, ${digest.slice(0, 12)})`).join(", ") || "none",
    ],
    ...(redacted.length === 0 ? [] : [["redacted", redacted.map(({ what }) => what).join(", ")]]),
    ...(approval ? [["approved", `by ${approval.by}`]] : []),
  ].map(([name = "", text = ""]) => [name, printable(text)]);
}

const cut = (text: string) => {
  const line = printable(text);
  return line.length > widestCell ? `${line.slice(0, widestCell - 1).toWellFormed()}…` : line;
};

/** What agents write must not move the cursor of whoever reads it. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
