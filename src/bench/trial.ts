import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judge, takeObjects, travel } from "../checks/index.ts";
import type { Cluster, PolicyRule } from "../cluster/index.ts";
import { carryOut, shows } from "../faults/index.ts";
import { messageOf } from "../problem/index.ts";
import { type Report, until } from "../process/index.ts";
import { type Plan, planOf, type Task } from "../task/index.ts";
import { deploy } from "./deploy.ts";
import { judgeTrial } from "./judge.ts";
import type { Acted, Agent, ClusterSource, Step, TrialResult } from "./model.ts";
import { BenchProblem } from "./problem.ts";

export interface TrialOptions {
  readonly clusters: ClusterSource;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Leaves the system whole, to see whether the checks pass on it. */
  readonly healthy?: boolean;
}

/** One agent's one attempt. Whatever the harness cannot do makes the trial void and is nobody's failure. */
export async function runTrial(task: Task, agent: Agent, seed: string, options: TrialOptions): Promise<TrialResult> {
  const plan = planOf(task, seed);
  const clock = stopwatch(options.report, `${task.name} ${agent.name} ${seed}`);
  let judged: Pick<TrialResult, "verdict" | "because" | "findings" | "authority" | "output">;
  try {
    judged = await conduct(plan, agent, options, clock.step);
  } catch (thrown) {
    options.signal.throwIfAborted();
    judged = { verdict: "void", because: [messageOf(thrown)], findings: [], authority: [], output: "" };
  }
  return { task: task.name, agent: agent.name, seed, ...judged, steps: clock.steps };
}

type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>;

async function conduct(plan: Plan, agent: Agent, { clusters, signal, healthy }: TrialOptions, step: Timed) {
  await using cluster = await step("cluster", () => clusters(signal));
  const { blueprint } = plan;
  await step("deploy", () => deploy(cluster, blueprint, signal));
  await step("write data", () => remember(cluster, plan, signal));
  if (!healthy) {
    await step("break", async () => {
      for (const { changes } of plan.injections) for (const change of changes) await carryOut(cluster, change, signal);
    });
    await step("prove it is broken", () => prove(cluster, plan, signal));
  }
  const identity = await cluster.identify({ name: "agent", namespaces: rightsIn(plan), cluster: looking }, signal);
  const before = await step("take stock", () => takeObjects(cluster.client, signal));
  const acted = await step("act", () => perform(cluster, agent, plan.instruction, identity.kubeconfig, signal));
  return await step("judge", () => judgeTrial({ cluster, plan, user: identity.user, before, acted }, signal));
}

async function remember(cluster: Cluster, { blueprint }: Plan, signal: AbortSignal): Promise<void> {
  for (const journey of blueprint.memory.write) {
    const { ok, expected, found } = judge(journey, await travel(cluster, journey, signal));
    if (!ok) throw new BenchProblem("NOT_HEALTHY", `${journey.name}: expected ${expected}, found ${found}`);
  }
}

async function prove(cluster: Cluster, { blueprint, injections }: Plan, signal: AbortSignal): Promise<void> {
  for (const { symptom } of injections) {
    const broken = () => shows(cluster, blueprint, symptom, signal);
    if (await until(broken, { deadlineMs: 90_000, everyMs: 300, signal })) continue;
    throw new BenchProblem("NOT_BROKEN", `expected the symptom within 90 s: ${JSON.stringify(symptom)}`);
  }
}

/** Broad within the application, so that the rights do not point at the answer; looking only, elsewhere. */
function rightsIn({ blueprint: { namespaces } }: Plan): Record<string, readonly PolicyRule[]> {
  const everything: PolicyRule = {
    apiGroups: ["", "apps", "batch", "autoscaling", "networking.k8s.io", "policy"],
    resources: ["*"],
    verbs: ["*"],
  };
  return { [namespaces.home]: [everything], [namespaces.twin]: [everything] };
}

const looking: readonly PolicyRule[] = [
  {
    apiGroups: ["", "apps", "batch", "networking.k8s.io", "storage.k8s.io"],
    resources: [
      "namespaces",
      "nodes",
      "pods",
      "services",
      "events",
      "deployments",
      "storageclasses",
      "persistentvolumes",
    ],
    verbs: ["get", "list", "watch"],
  },
];

async function perform(
  cluster: Cluster,
  agent: Agent,
  instruction: string,
  kubeconfig: string,
  signal: AbortSignal,
): Promise<Acted> {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-trial-"));
  try {
    const path = join(folder, "kubeconfig");
    await writeFile(path, kubeconfig, { mode: 0o600 });
    const command = (program: string, args: readonly string[]) => cluster.command(program, args, path);
    return await agent.act({ instruction, kubeconfig: path, command }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stopwatch(report: Report, trial: string): { steps: Step[]; step: Timed } {
  const steps: Step[] = [];
  const step: Timed = async (name, work) => {
    const began = performance.now();
    report({ step: trial, state: "running", note: name });
    try {
      return await work();
    } finally {
      steps.push({ name, seconds: (performance.now() - began) / 1_000 });
    }
  };
  return { steps, step };
}
