import type { Cluster } from "../cluster/index.ts";
import type { Plan } from "../task/index.ts";
import { BenchProblem } from "./problem.ts";

/** Says what a cluster cannot do that a task takes for granted, before anything is made in it. */
export function refuseIncapable(cluster: Pick<Cluster, "name" | "missing" | "capabilities">, { needs }: Plan): void {
  const lacking = needs.filter((need) => !cluster.capabilities.has(need));
  if (lacking.length === 0) return;
  const reasons = lacking.map((need) => `${need} (${cluster.missing.get(need) ?? "not offered"})`);
  throw new BenchProblem("NOT_CAPABLE", `cluster ${cluster.name}: the task needs ${reasons.join(", ")}`);
}
