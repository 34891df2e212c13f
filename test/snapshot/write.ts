import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as incident from "./incident.ts";

export type LayoutName = "published" | "recorder" | "processed" | "own";
export const layouts: readonly LayoutName[] = ["published", "recorder", "processed", "own"];

/** Writes the incident in one of the layouts, labels included where the published sets have them. */
export async function writeSnapshot(root: string, layout: LayoutName): Promise<void> {
  const files = { published, recorder, processed, own }[layout]();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

export type Files = Readonly<Record<string, string>>;
type Cell = string | number;

const quoted = (cell: Cell) =>
  /[\t\n\r"]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
export const tsv = (header: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [header, ...rows].map((row) => `${row.map(quoted).join("\t")}\n`).join("");

/** As Python prints a dict: single quotes, unless a single quote is within. */
export const python = (entries: Readonly<Record<string, string>>) =>
  `{${Object.entries(entries)
    .map((pair) =>
      pair.map((text) => (text.includes("'") ? `"${text}"` : `'${text.replaceAll("\\", "\\\\")}'`)).join(": "),
    )
    .join(", ")}}`;
const go = (entries: Readonly<Record<string, string>>) =>
  `map[${Object.entries(entries)
    .map((pair) => pair.join(":"))
    .join(" ")}]`;

const clickhouse = (time: Date) => `${time.toISOString().replace("T", " ").replace("Z", "")}000000`;
const goTime = (time: Date) => `${time.toISOString().replace("T", " ").replace("Z", "")} +0000 UTC`;

const resource = (service: string) => ({
  "service.name": service,
  "k8s.namespace.name": "shop",
  "k8s.pod.name": incident.podName(service),
  "k8s.container.name": service,
});

const otel = [
  "Timestamp",
  "TimestampTime",
  "TraceId",
  "SpanId",
  "TraceFlags",
  "SeverityText",
  "SeverityNumber",
  "ServiceName",
  "Body",
  "ResourceSchemaUrl",
  "ResourceAttributes",
  "ScopeSchemaUrl",
  "ScopeName",
  "ScopeVersion",
  "ScopeAttributes",
  "LogAttributes",
];
const traceColumns = [
  "Timestamp",
  "TraceId",
  "SpanId",
  "ParentSpanId",
  "TraceState",
  "SpanName",
  "SpanKind",
  "ServiceName",
  "ResourceAttributes",
  "ScopeName",
  "ScopeVersion",
  "SpanAttributes",
  "Duration",
  "StatusCode",
  "StatusMessage",
];

type Printing = { map(entries: Readonly<Record<string, string>>): string; time(time: Date): string };

function rawTables({ map, time }: Printing): Readonly<Record<"events" | "objects" | "logs" | "traces", string>> {
  const row = (
    when: Date,
    body: string,
    more: { service?: string; severity?: string; trace?: string; attributes?: Readonly<Record<string, string>> } = {},
  ) => [
    ...[time(when), time(when), more.trace ?? "", "", 0, more.severity ?? "", 0, more.service ?? "", body, ""],
    ...[map(more.service ? resource(more.service) : {}), "", "", "", map({}), map(more.attributes ?? {})],
  ];
  return {
    events: tsv(
      otel,
      incident.events.map((fact) =>
        row(fact.time, JSON.stringify({ object: incident.eventObject(fact), type: "ADDED" })),
      ),
    ),
    // Every second body is encoded twice, as in some of the published files.
    objects: tsv(
      otel,
      incident.observations().map(({ time: when, object, plural }, at) => {
        const body = JSON.stringify(object);
        return row(when, at % 2 === 0 ? body : JSON.stringify(body), { attributes: { "k8s.resource.name": plural } });
      }),
    ),
    logs: tsv(
      otel,
      incident.logLines().map(({ time: when, body, ...more }) => row(when, body, more)),
    ),
    traces: tsv(
      traceColumns,
      incident
        .spans()
        .map((span) => [
          ...[
            time(span.time),
            span.trace,
            span.span,
            span.parent,
            "",
            span.name,
            "Server",
            span.service,
            map(resource(span.service)),
          ],
          ...["", "", map({}), span.durationNs, span.isError ? "Error" : "Unset", ""],
        ]),
    ),
  };
}

function metricTables(map: Printing["map"]): Readonly<Record<"pod" | "service", string>> {
  const all = incident.samples("cart");
  return {
    pod: tsv(
      ["metric_name", "timestamp", "value", "pod_name", "namespace", "tags"],
      all
        .filter(({ metric }) => metric === "memory_bytes")
        .map(({ metric, time, value, tags }) => [
          metric,
          time.toISOString(),
          value,
          incident.podName("cart"),
          "shop",
          map(tags),
        ]),
    ),
    service: tsv(
      [
        "metric_name",
        "timestamp",
        "value",
        "service_name",
        "namespace",
        "bucket_le",
        "tags",
        "metric_type",
        "status_code",
      ],
      all
        .filter(({ metric }) => metric === "errors_total")
        .map(({ metric, time, value, tags }) => [
          metric,
          time.toISOString(),
          value,
          "cart",
          "shop",
          "",
          map(tags),
          "sum",
          "500",
        ]),
    ),
  };
}

const stamp = (minute: number) => incident.at(minute).toISOString().replace("Z", "000").replaceAll(":", "-");

/** Each minute in another of the forms that alerts come in. */
function alertFiles(): Files {
  const forms = [
    (alerts: unknown) => ({ status: "success", data: { alerts } }),
    (alerts: unknown) => ({ timestamp: "x", alerts }),
    (alerts: unknown) => alerts,
  ];
  return Object.fromEntries(
    Array.from({ length: incident.minutes }, (_, minute) => [
      `alerts/alerts_at_${stamp(minute)}.json`,
      JSON.stringify(forms[minute % forms.length]?.(incident.alertsAt(minute))),
    ]),
  );
}

function published(): Files {
  const tables = rawTables({ map: python, time: clickhouse });
  const metrics = metricTables(python);
  return {
    ...alertFiles(),
    // The last look lies in the root, with the other clock in its name.
    "alerts_in_alerting_state_2026-01-02T121200.000001Z.json": JSON.stringify(incident.alertsAt(11)),
    "k8s_events_raw.tsv": tables.events,
    "k8s_objects_raw.tsv": tables.objects,
    "otel_logs_raw.tsv": tables.logs,
    "otel_traces_raw.tsv": tables.traces,
    [`metrics/pod_${incident.podName("cart")}_raw.tsv`]: metrics.pod,
    "metrics/service_cart_raw.tsv": metrics.service,
    "ground_truth.yaml": incident.truthV1,
    "status.json": "{}",
  };
}

function recorder(): Files {
  const tables = rawTables({ map: go, time: goTime });
  const metrics = metricTables(go);
  const capital = (alert: incident.Fields) =>
    Object.fromEntries(
      Object.entries(alert).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
    );
  return {
    ...Object.fromEntries(
      Array.from({ length: incident.minutes }, (_, minute) => [
        `alerts/alerts_at_${stamp(minute)}.json`,
        JSON.stringify(incident.alertsAt(minute).map(capital)),
      ]),
    ),
    "raw/k8s_events_raw.tsv": tables.events,
    "raw/k8s_objects_raw.tsv": tables.objects,
    "raw/otel_logs_raw.tsv": tables.logs,
    "raw/otel_traces_raw.tsv": tables.traces,
    "lite/otel_logs.tsv": tsv(["timestamp", "body"], [["2026-01-02 12:00:00", "would be counted twice"]]),
    [`metrics_pod/pod_${incident.podName("cart")}_raw.tsv`]: metrics.pod,
    "metrics_service/service_cart_raw.tsv": metrics.service,
    "ground_truth.yaml": incident.truthV1Wrapped,
  };
}

function processed(): Files {
  const metrics = metricTables(python);
  return {
    ...alertFiles(),
    "k8s_events.tsv": tsv(
      [
        "timestamp",
        "type",
        "reason",
        "message",
        "count",
        "namespace",
        "object_kind",
        "object_name",
        "source_component",
      ],
      incident.events.map(({ time, reason, message }) => [
        time.toISOString(),
        "Warning",
        reason,
        message,
        3,
        "shop",
        "Pod",
        incident.podName("cart"),
        "kubelet",
      ]),
    ),
    "k8s_objects.tsv": tsv(
      ["timestamp", "object_kind", "object_name", "namespace", "body"],
      incident.observations().map(({ time, object }) => {
        const { name, namespace = "" } = object.metadata as { name: string; namespace?: string };
        return [time.toISOString(), String(object.kind), name, namespace, JSON.stringify(object)];
      }),
    ),
    "otel_logs.tsv": tsv(
      ["timestamp", "service_name", "severity_text", "body", "trace_id", "pod_name", "namespace", "container_name"],
      incident
        .logLines()
        .map(({ time, service, severity, body, trace }) => [
          time.toISOString(),
          service,
          severity,
          body,
          trace,
          incident.podName(service),
          "shop",
          service,
        ]),
    ),
    "otel_traces.tsv": tsv(
      [
        "timestamp",
        "trace_id",
        "span_id",
        "parent_span_id",
        "span_name",
        "span_kind",
        "service_name",
        "duration_ms",
        "status_code",
      ],
      incident
        .spans()
        .map((span) => [
          span.time.toISOString(),
          span.trace,
          span.span,
          span.parent,
          span.name,
          "Server",
          span.service,
          span.durationNs / 1e6,
          span.isError ? "Error" : "Unset",
        ]),
    ),
    [`metrics/pod_${incident.podName("cart")}.tsv`]: metrics.pod,
    "metrics/service_cart.tsv": metrics.service,
    "ground_truth.yaml": incident.truthV2,
  };
}

function own(): Files {
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  return {
    "snapshot.json": JSON.stringify({ format: "airworthy-snapshot/1", name: "cart flag" }),
    "alerts.jsonl": lines(
      Array.from({ length: incident.minutes }, (_, minute) =>
        incident.alertsAt(minute).map((alert) => ({ time: incident.at(minute), ...alert })),
      ).flat(),
    ),
    "events.jsonl": lines(
      incident.events.map((fact) => ({ time: fact.time, type: "ADDED", object: incident.eventObject(fact) })),
    ),
    "objects.jsonl": lines(incident.observations().map(({ time, object }) => ({ time, object }))),
    "logs.jsonl": lines(
      incident.logLines().map(({ service, ...line }) => ({
        ...line,
        service,
        namespace: "shop",
        pod: incident.podName(service),
        container: service,
      })),
    ),
    "traces.jsonl": lines(
      incident.spans().map(({ durationNs, isError, ...span }) => ({
        ...span,
        kind: "server",
        duration: durationNs,
        status: isError ? "error" : "unset",
      })),
    ),
    "metrics.jsonl": lines(
      incident.samples("cart").map(({ metric, time, value, tags }) => ({
        ...{ time, name: metric, value, type: metric === "errors_total" ? "sum" : "gauge" },
        labels: {
          ...tags,
          namespace: "shop",
          ...(metric === "memory_bytes" ? { pod: incident.podName("cart") } : { status_code: "500" }),
        },
      })),
    ),
    "truth/ground_truth.yaml": incident.truthV1,
  };
}
