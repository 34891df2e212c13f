import { z } from "zod";
import { SnapshotProblem } from "../problem.ts";
import type { Store } from "../store/store.ts";
import { withoutTotal } from "./alerts.ts";
import { changePoints } from "./change-points.ts";
import { page, paging, slice } from "./page.ts";
import { pivotOf } from "./pivot.ts";
import { shownDeep } from "./show.ts";
import { tool } from "./tool.ts";
import { pivoting, text, Where } from "./where.ts";

/** What only grows is told by how fast it does. */
const isCounter = `(lower(coalesce(type, '')) IN ('sum', 'counter', 'histogram') OR regexp_matches(metric, '_(total|count|sum|bucket)$'))`;

export const metrics = tool({
  name: "metrics",
  title: "Metrics by how much they changed",
  description:
    "Series of metrics with their value before and after `pivot` (counters: rate per second), the most changed first. `metric` shows one over time.",
  input: z.object({
    metric: text("whose name holds this"),
    object: text("of the pod or service whose name holds this"),
    namespace: text("of this namespace"),
    ...pivoting,
    ...paging,
  }),
  async answer(store, asked) {
    const moment = await pivotOf(store, asked.pivot);
    const pivot = `'${moment}'::TIMESTAMP`;
    const where = new Where()
      .add("contains(metric, ?)", asked.metric)
      .add("contains(object, ?)", asked.object)
      .add("namespace = ?", asked.namespace);
    const rate = (side: string) =>
      `(max(value) FILTER (${side}) - min(value) FILTER (${side})) /
       nullif((epoch_us(max(time) FILTER (${side})) - epoch_us(min(time) FILTER (${side}))) / 1e6, 0)`;
    const rows = await store.rows(
      `WITH s AS (SELECT *, ${isCounter} AS counter FROM series ${where}),
            t AS (SELECT series, count(*) AS samples,
                         avg(value) FILTER (time < ${pivot}) AS mean_before, avg(value) FILTER (time >= ${pivot}) AS mean_after,
                         stddev_pop(value) FILTER (time < ${pivot}) AS spread,
                         ${rate(`time < ${pivot}`)} AS rate_before, ${rate(`time >= ${pivot}`)} AS rate_after,
                         arg_min(row, time) AS row
                  FROM samples WHERE series IN (SELECT id FROM s) GROUP BY series),
            v AS (SELECT *, CASE WHEN counter THEN rate_before ELSE mean_before END AS before,
                            CASE WHEN counter THEN rate_after ELSE mean_after END AS after
                  FROM s JOIN t ON t.series = s.id)
       SELECT id AS series, metric, object_kind || '/' || object AS object, namespace, left(labels, 300) AS labels,
              CASE WHEN counter THEN 'per second' ELSE 'value' END AS unit, before, after, samples,
              round(abs(coalesce(after, 0) - coalesce(before, 0)) / nullif(abs(coalesce(after, 0)) + abs(coalesce(before, 0)), 0), 3) AS change,
              (SELECT path FROM files WHERE id = v.file) || '#' || row AS cite, count(*) OVER () AS total
       FROM v
       ORDER BY NOT counter AND abs(coalesce(after, 0) - coalesce(before, 0)) < 3 * coalesce(spread, 0), change DESC NULLS LAST, id
       ${slice(asked)}`,
      where.values,
    );
    return page(`series, before and after ${moment}`, Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});

const mostPoints = 60;

export const metric = tool({
  name: "metric",
  title: "One series over time",
  description: "A series of a metric over time, counters as rates, with the moments at which its level changed.",
  input: z.object({ series: z.number().int().min(0).describe("its number, as `metrics` gives it") }),
  async answer(store, { series }) {
    const [about] = await store.rows(
      `SELECT metric, object_kind || '/' || object AS object, namespace, left(labels, 600) AS labels, ${isCounter} AS counter,
              (SELECT path FROM files WHERE id = file) AS path FROM series WHERE id = ?`,
      [series],
    );
    if (about === undefined) throw new SnapshotProblem("BAD_QUERY", `no series ${series}: ask for \`metrics\``);
    const points = await pointsOf(store, series, about.counter === true);
    const found = changePoints(
      points.map(({ value }) => value),
      3,
    ).map(({ at, before, after, strength }) => ({
      "changed at": points[at]?.time,
      before: rounded(before),
      after: rounded(after),
      strength: rounded(strength),
      cite: `${about.path}#${points[at]?.row}`,
    }));
    const step = Math.ceil(points.length / mostPoints);
    const shownPoints = points.filter((_, at) => at % step === 0).map(({ time, value }) => [time, rounded(value)]);
    const { path: _, counter, ...rest } = about;
    const rows = [{ ...rest, unit: counter ? "per second" : "value" }, ...found, { points: shownPoints }];
    const every = step === 1 ? "" : `, every ${step}th shown`;
    return {
      summary: `series ${series}: ${points.length} points${every}, ${found.length} changes of level`,
      rows: rows.map((row) => shownDeep(row) as Record<string, unknown>),
      total: rows.length,
    };
  },
});

interface Point {
  readonly time: string;
  readonly value: number;
  readonly row: number;
}

async function pointsOf(store: Store, series: number, isRate: boolean): Promise<readonly Point[]> {
  const rows = await store.rows(
    `SELECT time, value, row, epoch_us(time) AS us FROM samples WHERE series = ? AND value IS NOT NULL AND time IS NOT NULL
     ORDER BY time, row LIMIT 100000`,
    [series],
  );
  const points = rows.map((row) => ({
    time: String(row.time),
    value: Number(row.value),
    row: Number(row.row),
    us: Number(row.us),
  }));
  if (!isRate) return points;
  return points.slice(1).flatMap((point, at) => {
    const before = points[at];
    if (before === undefined || point.us === before.us) return [];
    // A counter that is smaller than before began again at nothing.
    const grown = point.value >= before.value ? point.value - before.value : point.value;
    return [{ ...point, value: grown / ((point.us - before.us) / 1e6) }];
  });
}

const rounded = (value: number) => Number(value.toPrecision(6));
