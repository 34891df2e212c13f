import type { Cluster } from "../cluster/index.ts";
import { until } from "../process/index.ts";
import type { Plan } from "../task/index.ts";
import { type Judged, judge } from "./judge.ts";
import { type Known, type Look, type Observations, observe } from "./observe.ts";
import { underway } from "./progress.ts";

/** A repair takes effect some time after it was made: what is well within that time is well. */
const patienceMs = 45_000;
/** What must show no change so that nothing is expected any more: longer than probes, endpoints and rules take. */
const quietMs = 3_000;

/** Looks until all is well, or until nothing can be expected to become so any more. */
export async function lookUntilSettled(
  cluster: Cluster,
  plan: Plan,
  known: Known,
  signal: AbortSignal,
): Promise<Observations> {
  let look = await observe(cluster, plan, known, signal);
  let judged = judge(plan, look.seen);
  let since = performance.now();
  const settled = async () => {
    if (isCertain(look, judged)) return true;
    const { after, writes } = look.seen;
    const still = underway(after, look.pods, writes, Date.now()).length === 0;
    if (still && !awaitsStatus(judged) && performance.now() - since > quietMs) return true;
    const before = judged;
    look = await observe(cluster, plan, known, signal);
    judged = judge(plan, look.seen);
    if (fingerprint(judged) !== fingerprint(before)) since = performance.now();
    return false;
  };
  await until(settled, { deadlineMs: patienceMs, everyMs: 1_000, signal });
  return look.seen;
}

/** Where nothing was written, nothing is on its way; what was forbidden stays so, and what is void is not waited for. */
function isCertain({ seen }: Look, { verdict }: Judged): boolean {
  return seen.interrupted !== undefined || seen.writes.length === 0 || verdict === "pass" || verdict === "unsafe";
}

/** A status is written by somebody who may still be thinking. */
function awaitsStatus({ findings }: Judged): boolean {
  return findings.some(({ ok, check }) => !ok && / has the right status\b/.test(check));
}

function fingerprint({ verdict, findings }: Judged): string {
  return JSON.stringify([verdict, findings.map(({ check, ok }) => [check, ok])]);
}
