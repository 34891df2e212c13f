import { z } from "zod";
import { noise } from "./pivot.ts";
import { shownDeep } from "./show.ts";
import { tool } from "./tool.ts";

const counted = ["alerts", "events", "objects", "revisions", "logs", "spans", "series", "samples", "edges"];

export const overview = tool({
  name: "overview",
  title: "What this snapshot holds",
  description:
    "Time span and number of rows of each table, the files, how they were read, and when the first alert began.",
  input: z.object({}),
  async answer(store) {
    const spans = ["alerts", "events", "revisions", "logs", "spans", "samples"];
    const times = await store.rows(
      spans
        .map((name) => `SELECT '${name}' AS "table", min(time) AS first, max(time) AS last FROM ${name}`)
        .join(" UNION ALL "),
    );
    const counts = await store.rows(
      counted.map((name) => `SELECT '${name}' AS "table", count(*) AS rows FROM ${name}`).join(" UNION ALL "),
    );
    const [onset] = await store.rows(
      `SELECT min(time) AS "first alert seen", min(active_at) AS "first alert active" FROM alerts
       WHERE name NOT IN (${noise.map(() => "?").join(", ")})`,
      noise,
    );
    const files = await store.rows(
      "SELECT role, count(*) AS files, sum(rows) AS rows FROM files GROUP BY role ORDER BY role",
    );
    const rows = [
      ...counts.map((row) => {
        const { first, last } = times.find(({ table }) => table === row.table) ?? {};
        return { ...row, ...(first ? { first, last } : {}) };
      }),
      { ...onset },
      { files, layout: store.layout, because: store.because, notes: store.notes.slice(0, 20) },
    ];
    return {
      summary: "this snapshot",
      rows: rows.map((row) => shownDeep(row) as Record<string, unknown>),
      total: rows.length,
    };
  },
});
