import { readJsonLines } from "../read/json-lines.ts";
import { readTable } from "../read/table.ts";
import { readTime } from "../read/time.ts";
import type { RoledFile } from "../source/index.ts";
import type { LogRow } from "./model.ts";
import { resourceReader } from "./resource.ts";
import { orderedJson, record, some } from "./text.ts";

export async function* readLogs({ file, form }: RoledFile, recordBytes: number): AsyncGenerator<readonly LogRow[]> {
  if (form === "jsonl") {
    for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
      yield rows.map(
        ({ number, value }): LogRow => ({
          row: number,
          time: readTime(String(value.time ?? "")),
          severity: some(value.severity)?.toUpperCase(),
          service: some(value.service),
          namespace: some(value.namespace),
          pod: some(value.pod),
          container: some(value.container),
          trace: some(value.trace),
          span: some(value.span),
          body: typeof value.body === "string" ? value.body : JSON.stringify(value.body ?? ""),
          attributes: value.attributes === undefined ? undefined : orderedJson(record(value.attributes)),
        }),
      );
    }
    return;
  }
  const resourceOf = resourceReader();
  for await (const rows of readTable(file.bytes(), file.path, recordBytes)) {
    yield rows.map((row): LogRow => {
      const resource = resourceOf(row.get("resourceattributes"));
      return {
        row: row.number,
        time: readTime(row.get("timestamp", "timestamptime")),
        severity: some(row.get("severitytext", "severity"))?.toUpperCase(),
        service: some(row.get("servicename", "service")) ?? resource.service,
        namespace: resource.namespace ?? some(row.get("namespace")),
        pod: resource.pod ?? some(row.get("podname", "pod")),
        container: resource.container ?? some(row.get("containername", "container")),
        trace: some(row.get("traceid")),
        span: some(row.get("spanid")),
        body: row.get("body"),
        attributes: some(row.get("logattributes", "attributes")),
      };
    });
  }
}
