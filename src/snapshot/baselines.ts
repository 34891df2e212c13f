import type { Answer } from "./answer.ts";
import type { Entity } from "./entity.ts";
import { normalise } from "./normalise.ts";
import type { Store } from "./store/store.ts";
import { noise } from "./tools/pivot.ts";
import { classesOf, rootClasses, type Truth } from "./truth/index.ts";

/** Which alerts somebody goes by: any that ever fired, critical ones, or those that fire when the recording ends. */
const heeded = {
  any: "true",
  critical: "lower(severity) = 'critical'",
  last: `time = (SELECT max(time) FROM alerts)
         AND epoch_us(time) >= coalesce((SELECT 0.9 * max(epoch_us(time)) + 0.1 * min(epoch_us(time)) FROM samples), 0)`,
} as const;

/** What an alert is about, by its labels, the most telling first. Of many `job` names who measured it: that comes last. */
const subjects = [
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "CronJob",
  "Service",
  "Pod",
  "PersistentVolumeClaim",
  "Node",
  "Job",
] as const;

/** What somebody would say who only reads alerts: everything that has one is at fault, and without one nothing is wrong. */
export async function everythingWithAnAlert(store: Store, which: keyof typeof heeded = "any"): Promise<Answer> {
  const labelled = (kind: string) =>
    kind === "Service" ? "service" : `json_extract_string(labels, '$.${kind.toLowerCase()}')`;
  const rows = await store.rows(
    `SELECT DISTINCT namespace,
            CASE ${subjects.map((kind) => `WHEN ${labelled(kind)} IS NOT NULL THEN '${kind}'`).join(" ")} END AS kind,
            coalesce(${subjects.map(labelled).join(", ")}) AS name
     FROM alerts WHERE name NOT IN (${noise.map(() => "?").join(", ")}) AND ${heeded[which]} ORDER BY ALL`,
    noise,
  );
  const named = rows.filter(({ name }) => name !== null).map(entityIn);
  return { ...answerOf(named), incident: rows.length > 0 };
}

/** What somebody would say who will not miss anything: every object that there is. */
export async function everythingThereIs(store: Store): Promise<Answer> {
  return answerOf((await store.rows("SELECT namespace, kind, name FROM objects ORDER BY key")).map(entityIn));
}

/** Kinds that change because others do, and so are never first. */
const consequences = ["Pod", "ReplicaSet", "Endpoints", "EndpointSlice", "Lease", "Event", "Node", "Job"];

/** What somebody would say who only looks at what changed: the first object that somebody changed, made or deleted. */
export async function firstChangedObject(store: Store): Promise<Answer> {
  const rows = await store.rows(
    `SELECT o.namespace, o.kind, o.name FROM revisions r JOIN objects o USING (key)
     WHERE r.change IN ('spec', 'created', 'recreated', 'deleted') AND o.kind NOT IN (${consequences.map(() => "?").join(", ")})
     ORDER BY r.time, r.file, r.row LIMIT 1`,
    consequences,
  );
  return answerOf(rows.map(entityIn));
}

/**
 * The best answer that the data allows: for each root cause an object that was really seen. Shorter than the list of causes
 * where one of them cannot be seen in the data at all, which is a property of the snapshot and not of whoever answers.
 */
export async function oracle(store: Store, truth: Truth): Promise<Answer> {
  const classes = classesOf(truth);
  const missing = new Set(rootClasses(truth));
  const places = new Set(truth.components.map((id) => classes.get(id) ?? id));
  const causes: Entity[] = [];
  const components: Entity[] = [];
  for (const row of await store.rows("SELECT namespace, kind, name FROM objects ORDER BY key")) {
    const entity = entityIn(row);
    const group = normalise(entity, truth).match?.group.id;
    const found = group === undefined ? undefined : classes.get(group);
    if (found !== undefined && missing.delete(found)) causes.push(entity);
    if (found !== undefined && places.delete(found)) components.push(entity);
    if (missing.size === 0 && places.size === 0) break;
  }
  return { ...answerOf(causes), incident: truth.incident, components };
}

function entityIn(row: Readonly<Record<string, unknown>>): Entity {
  return {
    namespace: row.namespace === null ? undefined : String(row.namespace),
    kind: String(row.kind),
    name: String(row.name),
  };
}

/** Whoever names causes says that they are parts, too: what belongs to a part counts as that part. */
const answerOf = (causes: readonly Entity[]): Answer => ({ causes, components: causes, propagations: [] });
