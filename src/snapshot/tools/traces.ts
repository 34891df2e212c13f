import { z } from "zod";
import { withoutTotal } from "./alerts.ts";
import { page, paging, slice } from "./page.ts";
import { pivotOf } from "./pivot.ts";
import { tool } from "./tool.ts";
import { cite, pivoting, spanning, text, Where } from "./where.ts";

export const traces = tool({
  name: "traces",
  title: "Calls between services, before and after",
  description:
    "Who called whom: calls per minute, share of errors and mean milliseconds before and after `pivot`, the most worsened first. With `service`, its operations instead, with the 95th percentile.",
  input: z.object({ service: text("the operations of this service"), ...pivoting, ...paging }),
  async answer(store, asked) {
    const moment = await pivotOf(store, asked.pivot);
    const pivot = `'${moment}'::TIMESTAMP`;
    const [before, after] = [`time < ${pivot}`, `time >= ${pivot}`];
    if (asked.service !== undefined) {
      const side = (condition: string, name: string) =>
        `count(*) FILTER (${condition}) AS calls_${name},
         round(count(*) FILTER (${condition} AND is_error) / nullif(count(*) FILTER (${condition}), 0), 4) AS errors_${name},
         round(approx_quantile(duration_ns, 0.95) FILTER (${condition}) / 1e6, 2) AS p95_ms_${name}`;
      const rows = await store.rows(
        `SELECT service, name AS operation, ${side(before, "before")}, ${side(after, "after")},
                arg_max(trace, duration_ns) AS slowest_trace, any_value(trace) FILTER (is_error) AS failed_trace,
                arg_min(${cite()}, time) AS cite, count(*) OVER () AS total
         FROM spans t WHERE service = ? GROUP BY service, name
         ORDER BY coalesce(errors_after, 0) - coalesce(errors_before, 0) DESC, calls_after DESC, name ${slice(asked)}`,
        [asked.service],
      );
      return page(`operations, before and after ${moment}`, Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
    }
    const side = (condition: string, name: string) => {
      const at = condition.replace("time", "minute");
      return `round(sum(calls) FILTER (${at}) / nullif(count(DISTINCT minute) FILTER (${at}), 0), 2) AS calls_per_minute_${name},
              round(sum(errors) FILTER (${at}) / nullif(sum(calls) FILTER (${at}), 0), 4) AS errors_${name},
              round(sum(duration_ns) FILTER (${at}) / nullif(sum(calls) FILTER (${at}), 0) / 1e6, 2) AS ms_${name}`;
    };
    const rows = await store.rows(
      `SELECT caller, service, ${side(before, "before")}, ${side(after, "after")}, min(minute) AS first, max(minute) AS last,
              arg_min(${cite()}, minute) AS cite, count(*) OVER () AS total
       FROM calls t GROUP BY caller, service
       ORDER BY coalesce(errors_after, 0) - coalesce(errors_before, 0) DESC, ms_after / nullif(ms_before, 0) DESC NULLS LAST, caller, service
       ${slice(asked)}`,
    );
    return page(`calls, before and after ${moment}`, Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});

export const traceErrors = tool({
  name: "trace_errors",
  title: "Where errors begin and how they spread",
  description:
    "Failed spans under which nothing failed: there the error began. Counted by service, operation and message, with the services that it reached (`to`) and a trace as example.",
  input: z.object({ service: text("errors that began in this service"), ...spanning, ...paging }),
  async answer(store, asked) {
    const where = new Where().add("service = ?", asked.service).between(asked);
    where.add("is_origin");
    const rows = await store.rows(
      `WITH t AS (
         SELECT service, name, message, count(*) AS spans, count(DISTINCT trace) AS traces, min(time) AS first, max(time) AS last,
                arg_min(trace, time) AS example, arg_min(file, time) AS file, arg_min(row, time) AS row
         FROM spans ${where} GROUP BY service, name, message)
       SELECT service, name AS operation, left(message, 300) AS message, spans, traces, first, last, example AS trace,
              (SELECT string_agg(DISTINCT s.service, ', ' ORDER BY s.service) FROM spans s
               WHERE s.trace = t.example AND s.is_error AND s.service IS DISTINCT FROM t.service) AS "to",
              ${cite()} AS cite, count(*) OVER () AS total
       FROM t ORDER BY spans DESC, service, operation, message ${slice(asked)}`,
      where.values,
    );
    return page("origins of errors", Number(rows[0]?.total ?? 0), withoutTotal(rows), asked);
  },
});
