import type { Answer } from "./answer.ts";
import type { Entity } from "./entity.ts";
import { normalise } from "./normalise.ts";
import type { Store } from "./store/store.ts";
import { noise } from "./tools/pivot.ts";
import { classesOf, rootClasses, type Truth } from "./truth/index.ts";

/** What somebody would say who only reads alerts: everything that has one. */
export async function everythingWithAnAlert(store: Store): Promise<Answer> {
  const rows = await store.rows(
    `WITH named AS (
       SELECT DISTINCT namespace, service, json_extract_string(labels, '$.pod') AS pod,
              json_extract_string(labels, '$.deployment') AS deployment,
              json_extract_string(labels, '$.statefulset') AS statefulset, json_extract_string(labels, '$.node') AS node
       FROM alerts WHERE name NOT IN (${noise.map(() => "?").join(", ")}))
     SELECT DISTINCT namespace,
            CASE WHEN deployment IS NOT NULL THEN 'Deployment' WHEN statefulset IS NOT NULL THEN 'StatefulSet' WHEN service IS NOT NULL THEN 'Service'
                 WHEN pod IS NOT NULL THEN 'Pod' ELSE 'Node' END AS kind,
            coalesce(deployment, statefulset, service, pod, node) AS name
     FROM named WHERE coalesce(deployment, statefulset, service, pod, node) IS NOT NULL ORDER BY ALL`,
    noise,
  );
  return answerOf(rows.map(entityIn));
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
