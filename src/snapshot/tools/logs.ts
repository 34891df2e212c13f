import { z } from "zod";
import { hole, searchOf } from "../store/patterns.ts";
import { withoutTotal } from "./alerts.ts";
import { page, paging, slice } from "./page.ts";
import { pivotOf } from "./pivot.ts";
import { tool } from "./tool.ts";
import { cite, pivoting, spanning, text, Where } from "./where.ts";

const filters = {
  contains: text("lines that hold this text, in any case"),
  regex: text("lines that this regular expression (RE2) fits; slower than `contains`"),
  service: text("of this service"),
  namespace: text("of this namespace"),
  pod: text("of pods whose name holds this"),
  container: text("of this container"),
  severity: text("such as ERROR"),
  trace: text("of this trace"),
  pattern: z.number().int().min(0).optional().describe("lines of this pattern, as `log_patterns` numbers them"),
  ...spanning,
};

type Filters = z.infer<z.ZodObject<typeof filters>>;

function conditionsOf(asked: Filters): Where {
  const where = new Where()
    .add("service = ?", asked.service)
    .add("namespace = ?", asked.namespace)
    .add("contains(pod, ?)", asked.pod)
    .add("container = ?", asked.container)
    .add("severity = upper(?)", asked.severity)
    .add("trace = ?", asked.trace)
    .add("pattern = ?", asked.pattern)
    .between(asked);
  if (asked.contains !== undefined) addSearch(where, asked.contains);
  return where.add("regexp_matches(body, ?)", asked.regex);
}

/** Patterns tell of most lines whether they hold a text; only the rest is read. Beyond ASCII, cases are not that simple. */
function addSearch(where: Where, contains: string): void {
  const { isWord, mayMatch } = searchOf(contains);
  if (!/^\p{ASCII}+$/u.test(contains) || contains.includes(hole)) {
    where.add("contains(lower(body), lower(?))", contains);
  } else if (isWord) {
    where.add(
      `pattern IN (SELECT id FROM patterns WHERE contains(lower(text), lower(?)))
       OR contains(variables, lower(?)) OR (is_open AND contains(lower(body), lower(?)))`,
      ...[contains, contains, contains],
    );
  } else {
    where.add(
      `pattern IN (SELECT id FROM patterns WHERE contains(lower(text), lower(?))) OR
       ((is_open OR pattern IN (SELECT id FROM patterns WHERE regexp_matches(text, ?, 'i'))) AND contains(lower(body), lower(?)))`,
      ...[contains, mayMatch, contains],
    );
  }
}

export const logs = tool({
  name: "logs",
  title: "Log lines",
  description: "Lines of logs, oldest first, with search. Long lines are cut; `row` shows them whole.",
  input: z.object({ ...filters, newest: z.boolean().optional().describe("newest first"), ...paging }),
  async answer(store, asked) {
    const where = conditionsOf(asked);
    const order = asked.newest ? "time DESC, rowid DESC" : "time, rowid";
    // Lines are found and counted by their numbers alone; their text is fetched for the few that are shown.
    const rows = await store.rows(
      `WITH found AS MATERIALIZED (SELECT rowid, time FROM logs ${where}),
            chosen AS (SELECT rowid FROM found ORDER BY ${order} ${slice(asked)})
       SELECT time, severity, service, pod, pattern, nullif(trace, '') AS trace, left(body, 500) AS body, ${cite()} AS cite,
              (SELECT count(*) FROM found) AS total
       FROM logs t WHERE t.rowid IN (SELECT rowid FROM chosen) ORDER BY ${order.replaceAll("rowid", "t.rowid")}`,
      where.values,
    );
    return page("log lines", Number(rows[0]?.total ?? 0), withoutTotal(rows), asked, 400);
  },
});

export const logPatterns = tool({
  name: "log_patterns",
  title: "Log lines by pattern",
  description:
    "Lines that differ only in numbers, ids and addresses counted as one pattern: how many before and after `pivot`, since when, where. What is new or more frequent comes first.",
  input: z.object({ ...filters, ...pivoting, ...paging }),
  async answer(store, asked) {
    const where = conditionsOf(asked);
    const pivot = await pivotOf(store, asked.pivot);
    const rows = await store.rows(
      `WITH t AS (
         SELECT pattern, count(*) AS lines, count(*) FILTER (time < '${pivot}'::TIMESTAMP) AS before,
                count(*) FILTER (time >= '${pivot}'::TIMESTAMP) AS after, min(time) AS first, max(time) AS last,
                count(DISTINCT service) AS services, any_value(service) AS service, max(severity) AS severity,
                arg_min(file, time) AS file, arg_min(row, time) AS row
         FROM logs ${where} GROUP BY pattern)
       SELECT t.pattern, lines, before, after, first, last, service, services, severity,
              replace(left(p.text, 400), '${hole}', '<*>') AS text, ${cite()} AS cite, count(*) OVER () AS total
       FROM t JOIN patterns p ON p.id = t.pattern
       ORDER BY (after - before)::DOUBLE / (after + before) DESC, lines DESC, t.pattern ${slice(asked)}`,
      where.values,
    );
    return page(
      `patterns of log lines, before and after ${pivot}`,
      Number(rows[0]?.total ?? 0),
      withoutTotal(rows),
      asked,
    );
  },
});
