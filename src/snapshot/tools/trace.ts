import { z } from "zod";
import { SnapshotProblem } from "../problem.ts";
import { criticalPath, type TimedSpan } from "./critical-path.ts";
import { page, paging } from "./page.ts";
import { tool } from "./tool.ts";
import { cite } from "./where.ts";

const mostSpans = 5000;

export const trace = tool({
  name: "trace",
  title: "One trace",
  description:
    "The spans of a trace as a tree (`depth`), with those on the critical path marked by the milliseconds that they themselves added to the whole, and where errors began.",
  input: z.object({
    trace: z.string().min(1).max(128).describe("its id"),
    critical: z.boolean().optional().describe("only spans of the critical path"),
    ...paging,
  }),
  async answer(store, asked) {
    const rows = await store.rows(
      `SELECT span, parent, service, name, epoch_us(time) AS us, coalesce(duration_ns, 0) AS ns, is_error, is_origin,
              left(message, 300) AS message, ${cite()} AS cite
       FROM spans t WHERE trace = ? ORDER BY time, row LIMIT ${mostSpans}`,
      [asked.trace],
    );
    if (rows.length === 0) throw new SnapshotProblem("BAD_QUERY", `no trace "${asked.trace}"`);
    const spans = rows.map((row): TimedSpan => {
      const start = Number(row.us) / 1000;
      return {
        id: String(row.span),
        parent: row.parent === null ? undefined : String(row.parent),
        start,
        end: start + Number(row.ns) / 1e6,
      };
    });
    const { order, self } = criticalPath(spans);
    const began = Math.min(...spans.map(({ start }) => start));
    const tree = order.flatMap(({ at, depth }) => {
      const [row, span] = [rows[at], spans[at]];
      if (row === undefined || span === undefined || (asked.critical && !self.has(at))) return [];
      return {
        depth,
        service: row.service,
        operation: row.name,
        start_ms: rounded(span.start - began),
        ms: rounded(span.end - span.start),
        critical_ms: self.has(at) ? rounded(self.get(at) ?? 0) : undefined,
        error: row.is_error ? (row.is_origin ? "began here" : "passed on") : undefined,
        message: row.message,
        cite: row.cite,
      };
    });
    const from = asked.offset ?? 0;
    return page("spans", tree.length, tree.slice(from, from + (asked.limit ?? 40)), asked, 200);
  },
});

const rounded = (value: number) => Math.round(value * 1000) / 1000;
