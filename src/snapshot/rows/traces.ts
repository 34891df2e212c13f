import { readJsonLines } from "../read/json-lines.ts";
import { readTable, type TableRow } from "../read/table.ts";
import { readTime } from "../read/time.ts";
import type { RoledFile } from "../source/index.ts";
import type { Lacking, SpanRow } from "./model.ts";
import { resourceReader } from "./resource.ts";
import { finite, orderedJson, record, some } from "./text.ts";

export async function* readSpans(
  { file, form }: RoledFile,
  recordBytes: number,
  lacking: Lacking,
): AsyncGenerator<readonly SpanRow[]> {
  const identified = (read: SpanRow) => {
    if (read.trace !== "" && read.span !== "") return [read];
    lacking("a trace and a span", read.row);
    return [];
  };
  if (form === "jsonl") {
    for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
      yield rows.flatMap(({ number, value }) => identified(ownSpan(number, value)));
    }
    return;
  }
  const resourceOf = resourceReader();
  for await (const rows of readTable(file.bytes(), file.path, recordBytes)) {
    yield rows.flatMap((row) => {
      const resource = resourceOf(row.get("resourceattributes"));
      return identified({
        row: row.number,
        time: readTime(row.get("timestamp", "starttime")),
        trace: row.get("traceid"),
        span: row.get("spanid"),
        parent: some(row.get("parentspanid")),
        service: some(row.get("servicename", "service")) ?? resource.service,
        namespace: resource.namespace ?? some(row.get("namespace")),
        pod: resource.pod ?? some(row.get("podname")),
        name: some(row.get("spanname", "operationname", "name")),
        kind: some(row.get("spankind", "kind"))
          ?.replace(/^SPAN_KIND_/, "")
          .toLowerCase(),
        durationNs: durationOf(row),
        isError: isError(row.get("statuscode", "status")),
        message: some(row.get("statusmessage")),
        attributes: some(row.get("spanattributes", "attributes")),
      });
    });
  }
}

/** Nanoseconds as ClickHouse keeps them, unless the column says milliseconds. */
function durationOf(row: TableRow): number | undefined {
  const nanoseconds = finite(row.get("duration", "durationns"));
  if (nanoseconds !== undefined) return Math.round(nanoseconds);
  const milliseconds = finite(row.get("durationms"));
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1e6);
}

const isError = (status: string) => /^(STATUS_CODE_)?ERROR$|^2$/i.test(status.trim());

function ownSpan(row: number, value: Readonly<Record<string, unknown>>): SpanRow {
  return {
    row,
    time: readTime(String(value.time ?? "")),
    trace: some(value.trace) ?? "",
    span: some(value.span) ?? "",
    parent: some(value.parent),
    service: some(value.service),
    namespace: some(value.namespace),
    pod: some(value.pod),
    name: some(value.name),
    kind: some(value.kind)?.toLowerCase(),
    durationNs: finite(value.duration),
    isError: isError(String(value.status ?? "")),
    message: some(value.message),
    attributes: value.attributes === undefined ? undefined : orderedJson(record(value.attributes)),
  };
}
