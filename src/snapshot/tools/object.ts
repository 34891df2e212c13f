import { z } from "zod";
import { SnapshotProblem } from "../problem.ts";
import type { Store } from "../store/store.ts";
import { limitOf, offsetOf, page, paging } from "./page.ts";
import { revisionsWithDifferences } from "./revisions.ts";
import { shown } from "./show.ts";
import { tool } from "./tool.ts";
import { cite, momentOf } from "./where.ts";

const portion = 6000;

export const object = tool({
  name: "object",
  title: "History of one object",
  description:
    "Every revision of an object with what differs from the one before, state included. With `body`, the object itself as it was last, or at `at`; `offset` then counts signs.",
  input: z.object({
    object: z.string().min(1).max(800).describe("namespace/Kind/name, Kind/name or a name that only one object has"),
    body: z.boolean().optional().describe("the object itself"),
    at: z.string().max(64).optional().describe("with body: as it was at this time"),
    ...paging,
  }),
  async answer(store, asked) {
    const key = await keyOf(store, asked.object);
    if (!asked.body) {
      const [count] = await store.rows("SELECT count(*) AS n FROM revisions WHERE key = ?", [key]);
      const rows = await revisionsWithDifferences(
        store,
        `WHERE key = ? ORDER BY number LIMIT ${limitOf(asked)} OFFSET ${offsetOf(asked)}`,
        [key],
        25,
      );
      return page(
        `revisions of ${shown(key)}`,
        Number(count?.n),
        rows.map(({ key: _, ...row }) => row),
        asked,
        300,
      );
    }
    const at = momentOf(asked.at, "at");
    const [found] = await store.rows(
      `SELECT time, number, substr(body, ${offsetOf(asked) + 1}, ${portion}) AS part, length(body) AS length, ${cite()} AS cite
       FROM revisions t WHERE key = ?${at === undefined ? "" : " AND time <= ?::TIMESTAMP"} ORDER BY number DESC LIMIT 1`,
      at === undefined ? [key] : [key, at],
    );
    if (found === undefined) throw new SnapshotProblem("BAD_QUERY", `${key}: not seen before ${asked.at}`);
    const end = offsetOf(asked) + String(found.part).length;
    return {
      summary: `${shown(key)}, revision ${found.number}: signs ${offsetOf(asked) + 1} to ${end} of ${found.length}`,
      rows: [{ time: found.time, cite: found.cite, body: shown(String(found.part), portion) }],
      total: Number(found.length),
      ...(end < Number(found.length) ? { next: end } : {}),
    };
  },
});

/** The object that is meant. What several objects are called is not guessed. */
export async function keyOf(store: Store, asked: string): Promise<string> {
  const parts = asked.split("/");
  const [name = "", kind, namespace] =
    parts.length > 3 ? [parts.slice(2).join("/"), parts[1], parts[0]] : parts.toReversed();
  const found = await store.rows(
    `SELECT key FROM objects WHERE name = ? AND (? = '' OR lower(kind) = lower(?)) AND (? = '' OR coalesce(namespace, 'cluster') = ?)
     ORDER BY key LIMIT 12`,
    [name, kind ?? "", kind ?? "", namespace ?? "", namespace ?? ""],
  );
  const [only, ...others] = found.map(({ key }) => String(key));
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw new SnapshotProblem("BAD_QUERY", `${shown(asked)}: several objects are called that`, {
      hint: `say which: ${[only, ...others].map((key) => shown(key)).join(", ")}`,
    });
  }
  const near = await store.rows("SELECT key FROM objects WHERE contains(key, ?) ORDER BY key LIMIT 8", [name]);
  throw new SnapshotProblem("BAD_QUERY", `${shown(asked)}: no object is called that`, {
    hint: near.length > 0 ? `there are ${near.map((row) => shown(String(row.key))).join(", ")}` : "ask for `objects`",
  });
}
