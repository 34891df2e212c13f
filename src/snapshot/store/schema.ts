/** Goes into the name of an index: another number, and it is built again. */
export const indexVersion = 2;

type ColumnType = "VARCHAR" | "TIMESTAMP" | "DOUBLE" | "BIGINT" | "INTEGER" | "BOOLEAN";
type Columns = Readonly<Record<string, ColumnType>>;

/** Which file, and which row of it. */
const cited = { file: "INTEGER", row: "INTEGER" } as const;

/** The tables as rows are written to them. What is derived from them at the end is in `derive.ts`. */
export const tables = {
  meta: { key: "VARCHAR", value: "VARCHAR" },
  files: { id: "INTEGER", path: "VARCHAR", role: "VARCHAR", bytes: "BIGINT", rows: "BIGINT", sha256: "VARCHAR" },
  alerts: {
    time: "TIMESTAMP",
    name: "VARCHAR",
    state: "VARCHAR",
    severity: "VARCHAR",
    namespace: "VARCHAR",
    service: "VARCHAR",
    active_at: "TIMESTAMP",
    value: "DOUBLE",
    labels: "VARCHAR",
    annotations: "VARCHAR",
    ...cited,
  },
  events: {
    time: "TIMESTAMP",
    first_time: "TIMESTAMP",
    type: "VARCHAR",
    reason: "VARCHAR",
    message: "VARCHAR",
    count: "BIGINT",
    namespace: "VARCHAR",
    kind: "VARCHAR",
    name: "VARCHAR",
    component: "VARCHAR",
    ...cited,
  },
  objects: {
    key: "VARCHAR",
    namespace: "VARCHAR",
    kind: "VARCHAR",
    name: "VARCHAR",
    created: "TIMESTAMP",
    first_seen: "TIMESTAMP",
    last_seen: "TIMESTAMP",
    observations: "BIGINT",
    deleted: "BOOLEAN",
  },
  revisions: {
    key: "VARCHAR",
    number: "INTEGER",
    time: "TIMESTAMP",
    change: "VARCHAR",
    body: "VARCHAR",
    ...cited,
  },
  label_sets: { key: "VARCHAR", namespace: "VARCHAR", label: "VARCHAR" },
  selectors: {
    key: "VARCHAR",
    relation: "VARCHAR",
    namespace: "VARCHAR",
    labels: "INTEGER",
    label: "VARCHAR",
    time: "TIMESTAMP",
    ...cited,
  },
  links: { subject: "VARCHAR", source: "VARCHAR", relation: "VARCHAR", target: "VARCHAR", time: "TIMESTAMP", ...cited },
  logs: {
    time: "TIMESTAMP",
    severity: "VARCHAR",
    service: "VARCHAR",
    namespace: "VARCHAR",
    pod: "VARCHAR",
    container: "VARCHAR",
    trace: "VARCHAR",
    span: "VARCHAR",
    pattern: "INTEGER",
    body: "VARCHAR",
    variables: "VARCHAR",
    is_open: "BOOLEAN",
    attributes: "VARCHAR",
    ...cited,
  },
  patterns: { id: "INTEGER", text: "VARCHAR" },
  raw_spans: {
    time: "TIMESTAMP",
    trace: "VARCHAR",
    span: "VARCHAR",
    parent: "VARCHAR",
    service: "VARCHAR",
    namespace: "VARCHAR",
    pod: "VARCHAR",
    name: "VARCHAR",
    kind: "VARCHAR",
    duration_ns: "BIGINT",
    is_error: "BOOLEAN",
    message: "VARCHAR",
    attributes: "VARCHAR",
    ...cited,
  },
  series: {
    id: "INTEGER",
    metric: "VARCHAR",
    object_kind: "VARCHAR",
    object: "VARCHAR",
    namespace: "VARCHAR",
    type: "VARCHAR",
    labels: "VARCHAR",
    file: "INTEGER",
  },
  samples: { series: "INTEGER", time: "TIMESTAMP", value: "DOUBLE", row: "INTEGER" },
} as const satisfies Readonly<Record<string, Columns>>;

export type TableName = keyof typeof tables;

type ValueOf<T extends ColumnType> = T extends "VARCHAR" ? string : T extends "BOOLEAN" ? boolean : number;
export type RowOf<T extends TableName> = {
  readonly [Column in keyof (typeof tables)[T]]: (typeof tables)[T][Column] extends ColumnType
    ? ValueOf<(typeof tables)[T][Column]> | undefined
    : never;
};

export function createStatements(): readonly string[] {
  return Object.entries(tables).map(([name, columns]) => {
    const list = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
    return `CREATE TABLE ${name} (${list.join(", ")})`;
  });
}
