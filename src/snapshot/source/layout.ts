import { badFile, SnapshotProblem } from "../problem.ts";
import { isLabel } from "./labels.ts";
import { format, manifestName } from "./manifest.ts";
import type { SourceFile } from "./tree.ts";

/** Who wrote the files, with the version of our reading of it: this goes into every answer about a snapshot. */
export type Layout = typeof format | "itbench-published/1" | "itbench-recorder/1" | "itbench-processed/1";

export type Role = "alerts" | "events" | "objects" | "logs" | "traces" | "metrics";

export interface RoledFile {
  readonly file: SourceFile;
  readonly role: Role;
  readonly form: "tsv" | "jsonl" | "json";
}

export interface Arranged {
  readonly layout: Layout;
  readonly data: readonly RoledFile[];
  readonly labels: readonly SourceFile[];
  /** Neither data nor label: left alone, and named. */
  readonly others: readonly SourceFile[];
  /** How it came to be taken for this, a line for each decision. */
  readonly because: readonly string[];
}

const own: Readonly<Record<string, Role>> = {
  "alerts.jsonl": "alerts",
  "events.jsonl": "events",
  "objects.jsonl": "objects",
  "logs.jsonl": "logs",
  "traces.jsonl": "traces",
  "metrics.jsonl": "metrics",
};

export function arrange(files: readonly SourceFile[], where: string): Arranged {
  const labels = files.filter(({ path }) => isLabel(path));
  const rest = files.filter(({ path }) => !isLabel(path));
  const isOwn = rest.some(({ path }) => path === manifestName);
  const roled = rest.map((file) => ({ file, found: isOwn ? ownRole(file.path) : publishedRole(file.path) }));
  const chosen = isOwn ? undefined : preferRaw(roled);
  const data = roled.flatMap(({ file, found }) =>
    found && !chosen?.dropped.has(file.path) ? [{ file, role: found.role, form: found.form }] : [],
  );
  if (data.length === 0) {
    throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${where}: expected the files of an incident, found none`, {
      hint: `expected ${manifestName}, or files such as k8s_objects_raw.tsv and a folder alerts`,
    });
  }
  const [layout, why] = isOwn ? ([format, `${manifestName} is there`] as const) : published(data);
  if (isOwn) {
    const twice = data.find(({ file }, at) => data.findIndex(({ role }) => role === data[at]?.role) < at && file);
    if (twice) throw badFile(twice.file.path, "expected one file of its role");
  }
  const used = new Set([...data.map(({ file }) => file), ...labels]);
  return {
    layout,
    data,
    labels,
    others: files.filter((file) => !used.has(file)),
    because: [`layout ${layout}: ${why}`, ...(chosen?.because ?? [])],
  };
}

type Found = { readonly role: Role; readonly form: RoledFile["form"] };

function ownRole(path: string): Found | undefined {
  const role = own[path];
  return role === undefined ? undefined : { role, form: "jsonl" };
}

/** By the patterns under which published tools look for them, since the names themselves vary. */
function publishedRole(path: string): Found | undefined {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  const folder = parts.at(-2) ?? "";
  if (name.endsWith(".json")) {
    return /^alerts?_/.test(name) || (folder === "alerts" && name !== "index.json")
      ? { role: "alerts", form: "json" }
      : undefined;
  }
  if (!name.endsWith(".tsv")) return undefined;
  if (/^metrics(_pod|_service)?$/.test(folder)) return { role: "metrics", form: "tsv" };
  for (const [word, role] of [
    ["events", "events"],
    ["objects", "objects"],
    ["traces", "traces"],
    ["logs", "logs"],
  ] as const) {
    if (name.includes(word)) return { role, form: "tsv" };
  }
  return undefined;
}

function published(data: readonly RoledFile[]): readonly [Layout, string] {
  const paths = data.map(({ file }) => file.path);
  const recorder = paths.find((path) => /(^|\/)(raw|lite|metrics_pod|metrics_service)\//.test(path));
  if (recorder !== undefined) return ["itbench-recorder/1", `${recorder} is where today's recorders write`];
  const raw = paths.find((path) => /_raw\.tsv$/.test(path));
  if (raw !== undefined) return ["itbench-published/1", `${raw} has the ending of the published data sets`];
  return ["itbench-processed/1", "the tables are there, without the ending _raw"];
}

/** A recorder writes the same rows twice, as `raw` and abridged as `lite`. Counting both would double everything. */
function preferRaw(roled: readonly { readonly file: SourceFile; readonly found: Found | undefined }[]) {
  const dropped = new Set<string>();
  const because: string[] = [];
  for (const role of ["events", "objects", "logs", "traces"] as const) {
    const of = roled.filter(({ found }) => found?.role === role).map(({ file }) => file.path);
    const raw = of.filter((path) => /_raw\.tsv$/.test(path));
    if (raw.length === 0 || raw.length === of.length) continue;
    for (const path of of.filter((each) => !raw.includes(each))) {
      dropped.add(path);
      because.push(`${path} is left out: ${raw[0]} has the same rows in full`);
    }
  }
  const metrics = roled.filter(({ found }) => found?.role === "metrics").map(({ file }) => file.path);
  const known = new Set(metrics);
  for (const path of metrics) {
    const full = path.replace(/\.tsv$/, "_raw.tsv");
    if (!path.endsWith("_raw.tsv") && known.has(full)) {
      dropped.add(path);
      because.push(`${path} is left out: ${full} has the same rows in full`);
    }
  }
  return { dropped, because };
}
