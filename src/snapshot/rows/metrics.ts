import { readJsonLines } from "../read/json-lines.ts";
import { readMap } from "../read/map.ts";
import { readTable } from "../read/table.ts";
import { readTime } from "../read/time.ts";
import type { RoledFile } from "../source/index.ts";
import type { Lacking, SampleRow } from "./model.ts";
import { finite, orderedJson, record, some } from "./text.ts";

export async function* readSamples(
  { file, form }: RoledFile,
  recordBytes: number,
  lacking: Lacking,
): AsyncGenerator<readonly SampleRow[]> {
  const named = (read: SampleRow) => {
    if (read.metric !== "") return [read];
    lacking("a metric's name", read.row);
    return [];
  };
  if (form === "jsonl") {
    for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
      yield rows.flatMap(({ number, value }) => {
        const labels = record(value.labels);
        return named({
          row: number,
          time: readTime(String(value.time ?? "")),
          metric: some(value.name) ?? "",
          value: finite(value.value),
          ...objectOf(some(labels.pod), some(labels.service)),
          namespace: some(labels.namespace),
          type: some(value.type),
          labels: orderedJson(labels),
        });
      });
    }
    return;
  }
  const fileObject = objectInName(file.path);
  const labelsOf = labelReader();
  for await (const rows of readTable(file.bytes(), file.path, recordBytes)) {
    yield rows.flatMap((row) =>
      named({
        row: row.number,
        time: readTime(row.get("timestamp", "time")),
        metric: row.get("metricname", "name"),
        value: finite(row.get("value")),
        ...objectOf(some(row.get("podname")) ?? fileObject.pod, some(row.get("servicename")) ?? fileObject.service),
        namespace: some(row.get("namespace")),
        type: some(row.get("metrictype", "type")),
        labels: labelsOf(row.get("tags", "labels"), row.get("bucketle"), row.get("statuscode")),
      }),
    );
  }
}

function objectOf(pod: string | undefined, service: string | undefined): Pick<SampleRow, "objectKind" | "object"> {
  if (pod !== undefined) return { objectKind: "Pod", object: pod };
  return service === undefined
    ? { objectKind: undefined, object: undefined }
    : { objectKind: "Service", object: service };
}

function objectInName(path: string): { readonly pod?: string; readonly service?: string } {
  const [, kind, name] = /(?:^|\/)(pod|service)_(.+?)(?:_raw)?\.tsv$/.exec(path) ?? [];
  if (kind === undefined || name === undefined) return {};
  return kind === "pod" ? { pod: name } : { service: name };
}

const most = 20_000;

/** A series has the same labels in each of its rows: each text is read once. */
function labelReader(): (tags: string, bucket: string, status: string) => string {
  const known = new Map<string, string>();
  return (tags, bucket, status) => {
    const key = `${bucket}\t${status}\t${tags}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const labels = orderedJson({
      ...readMap(tags).entries,
      ...(bucket === "" ? {} : { le: bucket }),
      ...(status === "" ? {} : { status_code: status }),
    });
    if (known.size >= most) known.clear();
    known.set(key, labels);
    return labels;
  };
}
