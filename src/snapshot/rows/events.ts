import { readBody } from "../read/body.ts";
import { readJsonLines } from "../read/json-lines.ts";
import { readTable, type TableRow } from "../read/table.ts";
import { readTime } from "../read/time.ts";
import type { RoledFile } from "../source/index.ts";
import type { EventRow, Lacking } from "./model.ts";
import { finite, record, some } from "./text.ts";

export async function* readEvents(
  { file, form }: RoledFile,
  recordBytes: number,
  lacking: Lacking,
): AsyncGenerator<readonly EventRow[]> {
  if (form === "jsonl") {
    for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
      yield rows.map(({ number, value }) => eventOf(record(value.object), number, readTime(String(value.time ?? ""))));
    }
    return;
  }
  for await (const rows of readTable(file.bytes(), file.path, recordBytes)) {
    yield rows.flatMap((row) => {
      const time = readTime(row.get("timestamp", "timestamptime"));
      if (!row.has("body")) return flatEvent(row, time);
      const body = readBody(row.get("body"));
      if (body === undefined) {
        lacking("JSON in its body", row.number);
        return [];
      }
      return eventOf(body.object === undefined ? body : record(body.object), row.number, time);
    });
  }
}

/** An Event of either API: the older `involvedObject` and `message`, the newer `regarding` and `note`. */
function eventOf(event: Readonly<Record<string, unknown>>, row: number, seen: number | undefined): EventRow {
  const about = record(event.involvedObject ?? event.regarding);
  const series = record(event.series);
  const at = (...names: readonly string[]) =>
    names.map((name) => readTime(String(event[name] ?? ""))).find((time) => time !== undefined);
  const metadata = record(event.metadata);
  return {
    row,
    // When it last happened, not when it was recorded: recorders poll.
    time: at("lastTimestamp", "deprecatedLastTimestamp", "eventTime", "firstTimestamp") ?? seen,
    firstTime: at("firstTimestamp", "deprecatedFirstTimestamp", "eventTime"),
    type: some(event.type),
    reason: some(event.reason),
    message: some(event.message) ?? some(event.note),
    count: finite(event.count) ?? finite(event.deprecatedCount) ?? finite(series.count),
    namespace: some(about.namespace) ?? some(metadata.namespace),
    kind: some(about.kind),
    name: some(about.name),
    component:
      some(record(event.source).component) ?? some(event.reportingController) ?? some(event.reportingComponent),
  };
}

/** The processed variant has columns where the others have an object. */
function flatEvent(row: TableRow, time: number | undefined): EventRow {
  return {
    row: row.number,
    time,
    firstTime: readTime(row.get("firsttimestamp")),
    type: some(row.get("type", "eventtype", "eventkind")),
    reason: some(row.get("reason")),
    message: some(row.get("message", "note")),
    count: finite(row.get("count")),
    namespace: some(row.get("namespace", "objectnamespace")),
    kind: some(row.get("objectkind", "involvedobjectkind", "kind")),
    name: some(row.get("objectname", "involvedobjectname", "name")),
    component: some(row.get("sourcecomponent", "component")),
  };
}
