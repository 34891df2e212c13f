import { z } from "zod";
import { withoutTotal } from "./alerts.ts";
import { page, paging, slice } from "./page.ts";
import { tool } from "./tool.ts";
import { text, Where } from "./where.ts";

export const objects = tool({
  name: "objects",
  title: "Objects",
  description:
    "The objects of the cluster: since when they exist, how often they changed, and whether they were gone before the end while others of their kind were still seen.",
  input: z.object({
    kind: text("of this kind"),
    namespace: text("in this namespace"),
    name: text("whose name holds this"),
    gone: z.boolean().optional().describe("only those that were deleted or not seen to the end"),
    ...paging,
  }),
  async answer(store, asked) {
    const where = new Where()
      .add("lower(kind) = lower(?)", asked.kind)
      .add("coalesce(namespace, 'cluster') = ?", asked.namespace)
      .add("contains(name, ?)", asked.name);
    if (asked.gone) where.add("gone OR deleted");
    const rows = await store.rows(
      `WITH t AS (SELECT *, last_seen < max(last_seen) OVER (PARTITION BY kind) AS gone FROM objects),
            r AS (SELECT key, count(*) FILTER (change NOT IN ('first', 'status')) AS changes,
                         max(time) FILTER (change NOT IN ('first', 'status')) AS last_change FROM revisions GROUP BY key)
       SELECT t.key AS object, created, first_seen, last_seen, observations, r.changes, r.last_change,
              CASE WHEN deleted THEN 'deleted' WHEN gone THEN 'not seen to the end' END AS gone, count(*) OVER () AS total
       FROM t LEFT JOIN r USING (key) ${where} ORDER BY r.changes > 0 DESC, r.last_change, t.key ${slice(asked)}`,
      where.values,
    );
    return page("objects", Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});
