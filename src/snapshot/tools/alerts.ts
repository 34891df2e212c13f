import { z } from "zod";
import { limitOf, page, paging, slice } from "./page.ts";
import { noise } from "./pivot.ts";
import { tool } from "./tool.ts";
import { cite, spanning, text, Where } from "./where.ts";

export const alerts = tool({
  name: "alerts",
  title: "Alerts",
  description:
    "Each alert with its labels, since when, how long and how often it was seen. With `series`, every time it was seen and its value.",
  input: z.object({
    name: text("name of the alert"),
    service: text("of this service"),
    namespace: text("of this namespace"),
    series: z.boolean().optional().describe("every observation instead of one row for each alert"),
    ...spanning,
    ...paging,
  }),
  async answer(store, asked) {
    const where = new Where()
      .add("name = ?", asked.name)
      .add("service = ?", asked.service)
      .add("namespace = ?", asked.namespace)
      .between(asked);
    if (asked.name === undefined) where.add(`name NOT IN (${noise.map(() => "?").join(", ")})`, ...noise);
    if (asked.series) {
      const [count] = await store.rows(`SELECT count(*) AS n FROM alerts ${where}`, where.values);
      const rows = await store.rows(
        `SELECT time, name, service, state, value, ${cite()} AS cite FROM alerts t ${where} ORDER BY time, name ${slice(asked)}`,
        where.values,
      );
      return page("observations of alerts", Number(count?.n), rows, asked);
    }
    const rows = await store.rows(
      `SELECT name, service, namespace, severity, min(active_at) AS active_at, min(time) AS first_seen,
              max(time) AS last_seen, count(DISTINCT time) AS observations, max(value) AS most,
              left(any_value(labels), 1000) AS labels, left(any_value(annotations), 1000) AS annotations,
              arg_min(${cite()}, time) AS cite, count(*) OVER () AS total
       FROM alerts t ${where} GROUP BY name, service, namespace, severity, md5(labels)
       ORDER BY coalesce(min(active_at), min(time)), name, cite ${slice(asked)}`,
      where.values,
    );
    return page("alerts", Number(rows[0]?.total ?? 0), withoutTotal(rows), { ...asked, limit: limitOf(asked) });
  },
});

/** The count over all pages rides along with each row, which saves a second query. */
export function withoutTotal(rows: readonly Readonly<Record<string, unknown>>[]): readonly Record<string, unknown>[] {
  return rows.map(({ total: _, ...row }) => row);
}
