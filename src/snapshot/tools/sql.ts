import { z } from "zod";
import { limitOf, page, paging } from "./page.ts";
import { tool } from "./tool.ts";

const cell = 2000;

export const sql = tool({
  name: "sql",
  title: "Ask in SQL",
  description: [
    "One SELECT in the SQL of DuckDB. Tables: alerts, events, objects, revisions (body: the object as JSON), edges, logs,",
    "patterns, spans (caller, is_error, is_origin, duration_ns), calls (by minute), series, samples, files.",
    "Rows have file and row: files.path || '#' || row is what to cite. DESCRIBE a table for its columns.",
  ].join(" "),
  input: z.object({ query: z.string().min(1).max(20_000), limit: paging.limit }),
  async answer(store, asked) {
    const most = limitOf(asked);
    const { names, rows } = await store.select(asked.query, { rows: most + 1, cell });
    const found = rows.slice(0, most).map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
    const answer = page("rows", found.length, found, {}, cell);
    // There is no going on here: whoever wants more rows asks for others.
    const { next: _, ...rest } = answer;
    const isCut = rows.length > most || answer.rows.length < found.length;
    return {
      ...rest,
      summary: `${answer.rows.length} rows${isCut ? ", and more that do not fit: narrow the query" : ""}`,
    };
  },
});
