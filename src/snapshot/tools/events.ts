import { z } from "zod";
import { withoutTotal } from "./alerts.ts";
import { page, paging, slice } from "./page.ts";
import { tool } from "./tool.ts";
import { cite, spanning, text, Where } from "./where.ts";

export const events = tool({
  name: "events",
  title: "Events of Kubernetes",
  description: "What Kubernetes said about its objects, the same thing once with how often. With `each`, every row.",
  input: z.object({
    reason: text("such as BackOff"),
    type: text("Normal or Warning"),
    kind: text("kind of the object"),
    name: text("the object's name holds this"),
    namespace: text("of this namespace"),
    contains: text("the message holds this"),
    each: z.boolean().optional().describe("every row instead of groups"),
    ...spanning,
    ...paging,
  }),
  async answer(store, asked) {
    const where = new Where()
      .add("reason = ?", asked.reason)
      .add("type = ?", asked.type)
      .add("lower(kind) = lower(?)", asked.kind)
      .add("contains(name, ?)", asked.name)
      .add("namespace = ?", asked.namespace)
      .add("contains(lower(message), lower(?))", asked.contains)
      .between(asked);
    const grouped = `max(count) AS count, count(*) AS rows, min(coalesce(first_time, time)) AS first, max(time) AS last,
                     left(arg_max(message, time), 600) AS message, arg_min(${cite()}, time) AS cite`;
    const rows = await store.rows(
      asked.each
        ? `SELECT time, type, reason, namespace, kind, name, count, left(message, 600) AS message, component,
                  ${cite()} AS cite, count(*) OVER () AS total FROM events t ${where} ORDER BY time, cite ${slice(asked)}`
        : `SELECT type, reason, namespace, kind, name, ${grouped}, count(*) OVER () AS total
           FROM events t ${where} GROUP BY type, reason, namespace, kind, name
           ORDER BY type = 'Warning' DESC, first, cite ${slice(asked)}`,
      where.values,
    );
    return page("events", Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});
