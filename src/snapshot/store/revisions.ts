import { createHash } from "node:crypto";
import type { Limits } from "../limits.ts";
import { SnapshotProblem } from "../problem.ts";
import type { Microseconds } from "../read/time.ts";
import { readTime } from "../read/time.ts";
import type { ObservationRow } from "../rows/model.ts";
import { record, some } from "../rows/text.ts";

export type Change = "first" | "created" | "recreated" | "spec" | "status" | "deleted";

interface Known {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  created: Microseconds | undefined;
  uid: string | undefined;
  spec: string;
  status: string;
  first: Microseconds | undefined;
  last: Microseconds | undefined;
  observations: number;
  revisions: number;
  deleted: boolean;
}

export interface Revision {
  readonly key: string;
  readonly number: number;
  readonly change: Change;
}

/** Tells which of many observations of objects show something new. Keeps digests only, so that memory stays small. */
export class Revisions {
  readonly #known = new Map<string, Known>();
  readonly #limits: Limits;
  #began: Microseconds | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  observe(row: ObservationRow): Revision | undefined {
    const { kind, namespace, name, time, object } = row;
    this.#began ??= time;
    const key = `${namespace ?? "cluster"}/${kind}/${name}`;
    const { spec, status } = digestsOf(object, kind);
    const metadata = record(object.metadata);
    const uid = some(metadata.uid);
    const before = this.#known.get(key);
    const created = readTime(String(metadata.creationTimestamp ?? ""));
    if (before === undefined) {
      if (this.#known.size >= this.#limits.objects) {
        throw new SnapshotProblem("TOO_LARGE", `expected at most ${this.#limits.objects} objects, found more`);
      }
      const known: Known = {
        ...{ kind, namespace, name, created, uid, spec, status, first: time, last: time },
        observations: 1,
        revisions: 1,
        deleted: row.change === "DELETED",
      };
      this.#known.set(key, known);
      const isNew = created !== undefined && this.#began !== undefined && created > this.#began;
      return { key, number: 1, change: known.deleted ? "deleted" : isNew ? "created" : "first" };
    }
    const change = changeOf(before, row, { spec, status, uid });
    Object.assign(before, { spec, status, uid, created: created ?? before.created });
    before.observations += 1;
    before.deleted = row.change === "DELETED";
    if (time !== undefined && (before.last === undefined || time > before.last)) before.last = time;
    if (change === undefined) return undefined;
    before.revisions += 1;
    return { key, number: before.revisions, change };
  }

  entries(): IterableIterator<readonly [string, Readonly<Known>]> {
    return this.#known.entries();
  }
}

function changeOf(
  before: Known,
  row: ObservationRow,
  now: { readonly spec: string; readonly status: string; readonly uid: string | undefined },
): Change | undefined {
  if (row.change === "DELETED") return before.deleted ? undefined : "deleted";
  if (before.deleted || (now.uid !== undefined && before.uid !== undefined && now.uid !== before.uid))
    return "recreated";
  if (now.spec !== before.spec) return "spec";
  return now.status === before.status ? undefined : "status";
}

/** What changes without anybody wanting something: versions, who wrote which field, the heartbeat of a lease. */
const restless = new Set(["managedFields", "resourceVersion", "generation", "selfLink"]);
const restlessAnnotations = new Set([
  "control-plane.alpha.kubernetes.io/leader",
  "kubectl.kubernetes.io/last-applied-configuration",
  "endpoints.kubernetes.io/last-change-trigger-time",
]);

/** An object without what is restless, its state apart from what is wanted of it. Also what differences are made of. */
export function settled(object: Readonly<Record<string, unknown>>, kind: string) {
  const { status, metadata, ...rest } = object;
  const annotations = record(record(metadata).annotations);
  const kept = Object.fromEntries(Object.entries(record(metadata)).filter(([key]) => !restless.has(key)));
  const wanted: Record<string, unknown> = {
    ...rest,
    metadata: {
      ...kept,
      ...("annotations" in kept
        ? {
            annotations: Object.fromEntries(
              Object.entries(annotations).filter(([key]) => !restlessAnnotations.has(key)),
            ),
          }
        : {}),
    },
  };
  if (kind === "Lease") delete wanted.spec;
  return { wanted, status };
}

function digestsOf(object: Readonly<Record<string, unknown>>, kind: string): { spec: string; status: string } {
  const { wanted, status } = settled(object, kind);
  const digest = (value: unknown) =>
    createHash("sha1")
      .update(JSON.stringify(value ?? null, ordered))
      .digest("base64");
  return { spec: digest(wanted), status: digest(withoutHeartbeat(status)) };
}

/** Nodes and others say every few seconds that they are still as they were. */
function withoutHeartbeat(status: unknown): unknown {
  const { conditions, ...rest } = record(status);
  if (!Array.isArray(conditions)) return status;
  return {
    ...rest,
    conditions: conditions.map((condition) => {
      const { lastHeartbeatTime: _, lastProbeTime: __, lastUpdateTime: ___, ...kept } = record(condition);
      return kept;
    }),
  };
}

function ordered(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
