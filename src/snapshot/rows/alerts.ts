import { messageOf } from "../../problem/index.ts";
import { badFile } from "../problem.ts";
import { type JsonRow, readJsonLines } from "../read/json-lines.ts";
import { readTime, timeInName } from "../read/time.ts";
import type { SourceFile } from "../source/index.ts";
import type { AlertRow, Lacking } from "./model.ts";
import { finite, orderedJson, record, some } from "./text.ts";

/** One moment's alerts as a JSON document. The moment is in the file's name; `activeAt` says when an alert began. */
export async function readAlertDocument(file: SourceFile, lacking: Lacking): Promise<readonly AlertRow[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.bytes()) chunks.push(chunk);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (cause) {
    throw badFile(file.path, `expected JSON: ${messageOf(cause)}`, cause);
  }
  const list = alertsIn(value);
  if (list === undefined) throw badFile(file.path, "expected alerts in one of the known forms, found something else");
  const told = some(record(value).timestamp);
  const time = timeInName(file.path.split("/").at(-1) ?? "") ?? (told === undefined ? undefined : readTime(told));
  if (time === undefined) lacking("a time in its name", 0);
  return list.flatMap((alert, at) => {
    const read = alertOf(record(alert), at + 1, time);
    if (read === undefined) lacking("a name", at + 1);
    return read ?? [];
  });
}

export async function* readAlertLines(
  file: SourceFile,
  recordBytes: number,
  lacking: Lacking,
): AsyncGenerator<readonly AlertRow[]> {
  for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
    yield rows.flatMap(({ number, value }: JsonRow) => {
      const read = alertOf(value, number, readTime(String(value.time ?? "")));
      if (read === undefined) lacking("a name", number);
      return read ?? [];
    });
  }
}

/** Prometheus' answer, `{alerts}`, a bare list, or a single alert. */
function alertsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const { data, alerts, labels, Labels } = record(value);
  if (Array.isArray(alerts)) return alerts;
  const within = record(data).alerts;
  if (Array.isArray(within)) return within;
  return labels !== undefined || Labels !== undefined ? [value] : undefined;
}

/** Keys are capitalised where a Go struct was printed as it is. */
function alertOf(
  alert: Readonly<Record<string, unknown>>,
  row: number,
  time: number | undefined,
): AlertRow | undefined {
  const field = (name: string) => alert[name] ?? alert[name[0]?.toUpperCase() + name.slice(1)];
  const labels = record(field("labels"));
  const name = some(labels.alertname) ?? some(alert.name);
  if (name === undefined) return undefined;
  const began = some(field("activeAt")) ?? some(field("startsAt"));
  return {
    row,
    time,
    name,
    state: some(field("state"))?.toLowerCase(),
    severity: some(labels.severity),
    namespace: some(labels.namespace),
    service: some(labels.service_name) ?? some(labels.service),
    activeAt: began === undefined ? undefined : readTime(began),
    value: finite(field("value")),
    labels: orderedJson(labels),
    annotations: orderedJson(record(field("annotations"))),
  };
}
