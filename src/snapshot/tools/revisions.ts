import { settled } from "../store/revisions.ts";
import type { Found, Store } from "../store/store.ts";
import { type Difference, differences } from "./diff.ts";
import { cite } from "./where.ts";

/** Larger objects are not compared in passing: whoever wants that asks for the object. */
const mostCompared = 2_000_000;

export interface RevisionRow {
  readonly key: string;
  readonly number: number;
  readonly time: string;
  readonly change: string;
  readonly cite: string;
  readonly differences: readonly Difference[];
}

/** Revisions as they are asked for with `condition`, each with what differs from the one before. */
export async function revisionsWithDifferences(
  store: Store,
  condition: string,
  values: readonly (string | number | boolean)[],
  most: number,
): Promise<readonly RevisionRow[]> {
  const rows = await store.rows(
    `WITH t AS (SELECT * FROM revisions t ${condition})
     SELECT t.key, t.number, t.time, t.change, ${cite()} AS cite,
            CASE WHEN length(t.body) < ${mostCompared} AND length(b.body) < ${mostCompared} THEN t.body END AS body,
            CASE WHEN length(t.body) < ${mostCompared} AND length(b.body) < ${mostCompared} THEN b.body END AS before
     FROM t LEFT JOIN revisions b ON b.key = t.key AND b.number = t.number - 1
     ORDER BY t.time, t.key, t.number`,
    values,
  );
  return rows.map((row) => ({
    key: String(row.key),
    number: Number(row.number),
    time: String(row.time),
    change: String(row.change),
    cite: String(row.cite),
    differences: compared(row, most),
  }));
}

function compared({ key, change, body, before }: Found, most: number): readonly Difference[] {
  if (typeof body !== "string" || typeof before !== "string" || change === "deleted") return [];
  const kind = String(key).split("/")[1] ?? "";
  const [a, b] = [settled(JSON.parse(before), kind), settled(JSON.parse(body), kind)];
  const wanted = differences(a.wanted, b.wanted, most);
  // What somebody wanted says more than what came of it.
  const state = change === "status" ? differences({ status: a.status }, { status: b.status }, most) : [];
  return [...wanted, ...state].slice(0, most);
}
