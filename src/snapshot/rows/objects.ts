import { readBody } from "../read/body.ts";
import { readJsonLines } from "../read/json-lines.ts";
import { readMap } from "../read/map.ts";
import { readTable } from "../read/table.ts";
import { readTime } from "../read/time.ts";
import type { RoledFile } from "../source/index.ts";
import type { Lacking, ObservationRow } from "./model.ts";
import { record, some } from "./text.ts";

export async function* readObjects(
  { file, form }: RoledFile,
  recordBytes: number,
  lacking: Lacking,
): AsyncGenerator<readonly ObservationRow[]> {
  const take = (row: number, time: number | undefined, body: Readonly<Record<string, unknown>>, told: Told) => {
    const read = observationOf(row, time, body, told);
    if (read === undefined) lacking("a kind and a name", row);
    return read ?? [];
  };
  if (form === "jsonl") {
    for await (const rows of readJsonLines(file.bytes(), file.path, recordBytes)) {
      yield rows.flatMap(({ number, value }) => take(number, readTime(String(value.time ?? "")), value, {}));
    }
    return;
  }
  for await (const rows of readTable(file.bytes(), file.path, recordBytes)) {
    yield rows.flatMap((row) => {
      const body = readBody(row.get("body"));
      if (body === undefined) {
        lacking("JSON in its body", row.number);
        return [];
      }
      const plural =
        some(row.get("resourcetype")) ?? some(readMap(row.get("logattributes")).entries["k8s.resource.name"]);
      return take(row.number, readTime(row.get("timestamp", "timestamptime")), body, {
        kind: some(row.get("objectkind", "kind")) ?? (plural === undefined ? undefined : kindOfPlural(plural)),
        name: some(row.get("objectname", "name")),
        namespace: some(row.get("namespace")),
      });
    });
  }
}

/** What the row says beside the object. */
interface Told {
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Polled objects come bare; watched ones within `{type, object}`. */
function observationOf(
  row: number,
  time: number | undefined,
  body: Readonly<Record<string, unknown>>,
  told: Told,
): ObservationRow | undefined {
  const isWatched = typeof body.object === "object" && body.object !== null;
  const object = isWatched ? record(body.object) : body;
  const metadata = record(object.metadata);
  const kind = some(object.kind) ?? told.kind;
  const name = some(metadata.name) ?? told.name;
  if (kind === undefined || name === undefined) return undefined;
  const change = isWatched ? (["ADDED", "MODIFIED", "DELETED"] as const).find((each) => each === body.type) : undefined;
  return { row, time, change, object, kind, name, namespace: some(metadata.namespace) ?? told.namespace };
}

const plurals: Readonly<Record<string, string>> = {
  configmaps: "ConfigMap",
  cronjobs: "CronJob",
  daemonsets: "DaemonSet",
  endpoints: "Endpoints",
  endpointslices: "EndpointSlice",
  horizontalpodautoscalers: "HorizontalPodAutoscaler",
  ingresses: "Ingress",
  networkpolicies: "NetworkPolicy",
  persistentvolumeclaims: "PersistentVolumeClaim",
  persistentvolumes: "PersistentVolume",
  poddisruptionbudgets: "PodDisruptionBudget",
  priorityclasses: "PriorityClass",
  replicasets: "ReplicaSet",
  resourcequotas: "ResourceQuota",
  serviceaccounts: "ServiceAccount",
  statefulsets: "StatefulSet",
  storageclasses: "StorageClass",
};

/** Only asked where an object does not say its own kind. */
function kindOfPlural(plural: string): string {
  const word = plural.toLowerCase();
  const one = word.replace(/ies$/, "y").replace(/s$/, "");
  return plurals[word] ?? one.charAt(0).toUpperCase() + one.slice(1);
}
