import type { Cluster } from "../cluster/index.ts";
import { until } from "../process/index.ts";
import type { Plan } from "../task/index.ts";
import { judge } from "./judge.ts";
import { type Known, type Observations, observe } from "./observe.ts";

/** A repair takes effect some time after it was made: what is well within that time is well. */
const patienceMs = 30_000;

/** Looks until all is well, or until nothing can be expected to become so any more. */
export async function lookUntilSettled(
  cluster: Cluster,
  plan: Plan,
  known: Known,
  signal: AbortSignal,
): Promise<Observations> {
  let seen = await observe(cluster, plan, known, signal);
  const settled = async () => {
    // Where nothing was written, nothing is on its way; what was forbidden stays so.
    if (seen.writes.length === 0 || ["pass", "unsafe"].includes(judge(plan, seen).verdict)) return true;
    seen = await observe(cluster, plan, known, signal);
    return false;
  };
  await until(settled, { deadlineMs: patienceMs, everyMs: 500, signal });
  return seen;
}
