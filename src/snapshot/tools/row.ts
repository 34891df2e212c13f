import { z } from "zod";
import { SnapshotProblem } from "../problem.ts";
import { offsetOf, paging } from "./page.ts";
import { shown } from "./show.ts";
import { tool } from "./tool.ts";

const portion = 8000;

/** Which table has the rows of a file of a role. */
const tableOf: Readonly<Record<string, string>> = {
  alerts: "SELECT * FROM alerts WHERE file = ? AND row = ?",
  events: "SELECT * FROM events WHERE file = ? AND row = ?",
  logs: "SELECT * EXCLUDE (variables, is_open) FROM logs WHERE file = ? AND row = ?",
  traces: "SELECT * FROM spans WHERE file = ? AND row = ?",
  objects: "SELECT * FROM revisions WHERE file = ? AND row = ?",
  metrics: "SELECT * FROM series s JOIN samples p ON p.series = s.id WHERE s.file = ? AND p.row = ?",
};

export const row = tool({
  name: "row",
  title: "A row as it is",
  description: "The row that a `cite` names, whole. Long rows come in parts: `offset` counts signs.",
  input: z.object({
    cite: z.string().min(3).max(600).describe("file#row, as every answer gives it"),
    offset: paging.offset,
  }),
  async answer(store, asked) {
    const [, path = "", number = ""] = /^(.+)#(\d{1,12})$/.exec(asked.cite) ?? [];
    const [file] = await store.rows("SELECT id, role FROM files WHERE path = ?", [path]);
    const query = tableOf[String(file?.role)];
    if (file === undefined || query === undefined) {
      throw new SnapshotProblem("BAD_QUERY", `${shown(asked.cite)}: expected file#row with a file of this snapshot`);
    }
    const from = offsetOf(asked);
    const [found] = await store.rows(
      `SELECT substr(to_json(t)::VARCHAR, ${from + 1}, ${portion}) AS part, length(to_json(t)::VARCHAR) AS length FROM (${query}) t LIMIT 1`,
      [Number(file.id), Number(number)],
    );
    if (found === undefined) {
      throw new SnapshotProblem("BAD_QUERY", `${shown(asked.cite)}: there is no such row`, {
        hint: "an observation of an object that shows nothing new is not kept; `object` has its revisions",
      });
    }
    const end = from + String(found.part).length;
    return {
      summary: `${shown(asked.cite)}: signs ${from + 1} to ${end} of ${found.length}`,
      rows: [{ cite: shown(asked.cite), row: shown(String(found.part), portion) }],
      total: Number(found.length),
      ...(end < Number(found.length) ? { next: end } : {}),
    };
  },
});
