import type { Store } from "../store/store.ts";
import { momentOf } from "./where.ts";

/** Alerts that fire to show that alerting works. */
export const noise = ["Watchdog", "InfoInhibitor"];

/**
 * The moment to compare before and after: what was asked for, or the first time that an alert was active, or the middle of
 * what was recorded. As SQL text without its quotes, from numbers of our own.
 */
export async function pivotOf(store: Store, asked: string | undefined): Promise<string> {
  const told = momentOf(asked, "pivot");
  if (told !== undefined) return told;
  const [first] = await store.rows(
    `SELECT coalesce(
       (SELECT min(coalesce(active_at, time)) FROM alerts
        WHERE name NOT IN (${noise.map(() => "?").join(", ")})
          AND coalesce(active_at, time) >= (SELECT min(time) FROM alerts)),
       (SELECT min(time) FROM alerts WHERE name NOT IN (${noise.map(() => "?").join(", ")})),
       (SELECT make_timestamp(((epoch_us(min(time)) + epoch_us(max(time))) // 2)::BIGINT) FROM spans),
       (SELECT make_timestamp(((epoch_us(min(time)) + epoch_us(max(time))) // 2)::BIGINT) FROM logs),
       TIMESTAMP '2000-01-01') AS pivot`,
    [...noise, ...noise],
  );
  return String(first?.pivot).replace("T", " ").replace("Z", "");
}
