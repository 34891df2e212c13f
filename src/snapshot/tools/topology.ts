import { z } from "zod";
import { withoutTotal } from "./alerts.ts";
import { keyOf } from "./object.ts";
import { page, paging, slice } from "./page.ts";
import { shown } from "./show.ts";
import { tool } from "./tool.ts";
import { cite } from "./where.ts";

export const topology = tool({
  name: "topology",
  title: "What is connected to an object",
  description:
    "Owners, pods, nodes, configuration, selectors, policies, autoscalers, chaos experiments and calls around an object, read off the objects and the traces, with since when each connection was seen, whether it still was at the end, and how often and when the other side changed.",
  input: z.object({
    object: z.string().min(1).max(800).describe("namespace/Kind/name, Kind/name or a name that only one object has"),
    steps: z.number().int().min(1).max(3).optional().describe("how far to go; 1 unless told"),
    ...paging,
  }),
  async answer(store, asked) {
    const key = await keyOf(store, asked.object);
    const rows = await store.rows(
      `WITH RECURSIVE
         called AS (
           SELECT c.caller, c.service, min(minute) AS first_seen, max(minute) AS last_seen,
                  max(minute) = (SELECT max(minute) FROM calls) AS is_current, arg_min(file, minute) AS file, arg_min(row, minute) AS row
           FROM calls c GROUP BY c.caller, c.service),
         named AS (SELECT name, any_value(key) AS key FROM objects WHERE kind = 'Service' GROUP BY name HAVING count(*) = 1),
         links AS (
           SELECT source, relation, target, first_seen, last_seen, is_current, file, row FROM edges
           UNION ALL
           SELECT a.key, 'called', b.key, c.first_seen, c.last_seen, c.is_current, c.file, c.row
           FROM called c JOIN named a ON a.name = c.caller JOIN named b ON b.name = c.service),
         near AS (
           SELECT ?::VARCHAR AS key, 0 AS step
           UNION
           SELECT CASE WHEN l.source = n.key THEN l.target ELSE l.source END, n.step + 1
           FROM near n JOIN links l ON l.source = n.key OR l.target = n.key WHERE n.step < ${(asked.steps ?? 1) - 1}),
         t AS (SELECT DISTINCT l.* FROM links l WHERE l.source IN (SELECT key FROM near) OR l.target IN (SELECT key FROM near)),
         r AS (SELECT key, count(*) AS changes, max(time) AS last_change FROM revisions
               WHERE change NOT IN ('first', 'status') GROUP BY key)
       SELECT source, relation, target, first_seen AS since, CASE WHEN NOT is_current THEN last_seen END AS until,
              a.changes AS source_changes, a.last_change AS source_changed, b.changes AS target_changes,
              b.last_change AS target_changed, ${cite()} AS cite, count(*) OVER () AS total
       FROM t LEFT JOIN r a ON a.key = t.source LEFT JOIN r b ON b.key = t.target
       ORDER BY greatest(a.last_change, b.last_change) IS NULL, relation, source, target ${slice(asked)}`,
      [key],
    );
    return page(`connections of ${shown(key)}`, Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});
