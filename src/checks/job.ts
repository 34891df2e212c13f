import { randomBytes } from "node:crypto";
import type { Cluster } from "../cluster/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { until } from "../process/index.ts";
import type { Travelled } from "./model.ts";

/** What a run may take; the job's own deadline is for its own time. */
const patienceMs = 25_000;

/** Does a CronJob's work once, as `kubectl create job --from` would: by what stands in it now, whenever it is due. */
export async function runJob(
  cluster: Cluster,
  namespace: string,
  name: string,
  signal?: AbortSignal,
): Promise<Travelled> {
  const { client } = cluster;
  const cronJob = await client.find(`/apis/batch/v1/namespaces/${namespace}/cronjobs/${name}`, signal);
  if (cronJob === undefined) return { status: undefined, reason: `no CronJob ${name}` };
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
  const made = await client.create(jobs, jobOf(cronJob, `${name}-check-${randomBytes(4).toString("hex")}`), signal);
  const path = `${jobs}/${made.metadata.name}`;
  try {
    let job = made;
    const over = async () => {
      job = await client.get(path, signal);
      return outcomeOf(job) !== undefined;
    };
    await until(over, { deadlineMs: patienceMs, everyMs: 300, ...(signal ? { signal } : {}) });
    const outcome = outcomeOf(job);
    if (outcome === undefined) return { status: undefined, reason: `not done after ${patienceMs / 1_000} s` };
    return outcome.type === "Complete" ? { status: 0, body: "done" } : { status: 1, body: outcome.message ?? "failed" };
  } finally {
    await client.remove(`${path}?propagationPolicy=Background`);
  }
}

/** Owned by its CronJob, like those that the cluster makes: not an object of its own for whoever takes stock. */
function jobOf({ apiVersion, kind, metadata, spec }: KubeObject, name: string): object {
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  return {
    apiVersion,
    kind: "Job",
    metadata: { ...spec.jobTemplate.metadata, name, ownerReferences: [owner] },
    spec: spec.jobTemplate.spec,
  };
}

function outcomeOf(job: KubeObject): { type: string; message?: string } | undefined {
  const conditions = (job.status?.conditions ?? []) as { type: string; status: string; message?: string }[];
  return conditions.find(({ type, status }) => status === "True" && (type === "Complete" || type === "Failed"));
}
