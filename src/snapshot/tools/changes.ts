import { z } from "zod";
import { limitOf, offsetOf, page, paging } from "./page.ts";
import { revisionsWithDifferences } from "./revisions.ts";
import { tool } from "./tool.ts";
import { spanning, text, Where } from "./where.ts";

/** Kinds that change all the time because others do. */
const restless = ["Lease", "Endpoints", "EndpointSlice", "Event"];

export const changes = tool({
  name: "changes",
  title: "What changed when",
  description:
    "Every change that somebody or something made to an object, oldest first: created, recreated, deleted, and changed fields with their values before and after, also inside JSON text of ConfigMaps. Changes of state only with `status`.",
  input: z.object({
    kind: text("objects of this kind"),
    namespace: text("in this namespace"),
    name: text("whose name holds this"),
    status: z.boolean().optional().describe("changes of state as well"),
    ...spanning,
    ...paging,
  }),
  async answer(store, asked) {
    const where = new Where()
      .add("lower(split_part(key, '/', 2)) = lower(?)", asked.kind)
      .add("split_part(key, '/', 1) = ?", asked.namespace)
      .add("contains(key, ?)", asked.name)
      .between(asked);
    where.add("change <> 'first'");
    if (!asked.status) where.add("change <> 'status'");
    if (asked.kind === undefined)
      where.add(`split_part(key, '/', 2) NOT IN (${restless.map(() => "?").join(", ")})`, ...restless);
    const [count] = await store.rows(`SELECT count(*) AS n FROM revisions ${where}`, where.values);
    const rows = await revisionsWithDifferences(
      store,
      `${where} ORDER BY time, key, number LIMIT ${limitOf(asked)} OFFSET ${offsetOf(asked)}`,
      where.values,
      12,
    );
    return page(
      "changes",
      Number(count?.n),
      rows.map(({ key, ...row }) => ({ object: key, ...row })),
      asked,
      200,
    );
  },
});
