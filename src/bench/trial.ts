import type { Acted, Agent, AgentInfo, Attempt } from "../agents/index.ts";
import { judge as judgeJourney, travel } from "../checks/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { carryOut, shows } from "../faults/index.ts";
import { messageOf } from "../problem/index.ts";
import { type Report, until } from "../process/index.ts";
import { type Plan, planOf, type Task } from "../task/index.ts";
import { accountOf } from "./account.ts";
import { declinedIn } from "./answer.ts";
import { refuseIncapable } from "./capable.ts";
import { prepareUnrest } from "./chaos.ts";
import { deploy, makeNamespaces } from "./deploy.ts";
import { isAtRest, leaveBroken, type Picture, pictureOf, takeBroken } from "./handover.ts";
import { type Judged, judge } from "./judge.ts";
import { keep } from "./keep.ts";
import type { ClusterSource, TrialResult } from "./model.ts";
import { type Observations, stockOf } from "./observe.ts";
import { BenchProblem } from "./problem.ts";
import type { Recording } from "./recording.ts";
import { lookUntilSettled } from "./settle.ts";
import { answerIn, perform, setStage } from "./stage.ts";
import { stopwatch, type Timed } from "./stopwatch.ts";
import { timelineOf } from "./timeline.ts";

export interface TrialOptions {
  readonly clusters: ClusterSource;
  /** Told of a cluster that is as it was when the agent began. Nobody is, unless told. */
  readonly leftAlone?: ((cluster: Cluster) => void) | undefined;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Leaves the system whole, to see whether the checks pass on it. */
  readonly healthy?: boolean;
  /** 1 unless told. */
  readonly attempt?: number;
  /** `off` unless told. */
  readonly recorder?: Recording;
  /** Where to put all that was seen. Nothing is kept unless told. */
  readonly directory?: string;
}

/** One agent's one attempt. Whatever the harness cannot do makes the trial void and is nobody's failure. */
export async function runTrial(task: Task, agent: Agent, seed: string, options: TrialOptions): Promise<TrialResult> {
  const plan = planOf(task, seed);
  const clock = stopwatch(options.report, `${task.name} ${agent.name} ${seed}`);
  const { attempt = 1, signal } = options;
  let conducted: Conducted | undefined;
  let judged: Judged;
  try {
    conducted = await conduct(plan, agent, options, clock.step);
    judged = judge(plan, conducted.seen);
  } catch (thrown) {
    signal.throwIfAborted();
    judged = { verdict: "void", because: [messageOf(thrown)], findings: [], authority: [] };
  }
  const { seen, acted, began, attempts = [] } = conducted ?? {};
  const account =
    seen && acted ? await accountOf(plan, { ...judged, seen, deeds: acted.deeds ?? [], steps: clock.steps }) : {};
  const seconds = clock.steps.find(({ name }) => name === "act")?.seconds ?? 0;
  return {
    schema: "airworthy-trial/1",
    ...{ task: task.name, agent: agent.name, ...infoOf(agent), seed, attempt, expected: task.expected.is },
    ...judged,
    ...account,
    ...(seen?.answer ? { answer: seen.answer } : {}),
    steps: clock.steps,
    usage: { commands: 0, ...acted?.usage, seconds },
    ...(attempts.length > 0 ? { attempts } : {}),
    overheadSeconds: Math.round((clock.total() - seconds) * 1_000) / 1_000,
    timeline: seen && acted && began !== undefined ? timelineOf(seen, acted, began, attempts) : [],
    output: acted?.output ?? "",
  };
}

interface Conducted {
  readonly seen: Observations;
  readonly acted: Acted;
  /** When the agent began, in milliseconds of the clock. */
  readonly began: number;
  readonly attempts: readonly Attempt[];
}

/** What is known about an agent beside its name, for whoever compares results. */
export function infoOf({ version, model, prompt }: AgentInfo & Pick<Agent, "name">): { agentInfo?: AgentInfo } {
  const known = { ...(version ? { version } : {}), ...(model ? { model } : {}), ...(prompt ? { prompt } : {}) };
  return Object.keys(known).length > 0 ? { agentInfo: known } : {};
}

async function conduct(plan: Plan, agent: Agent, options: TrialOptions, step: Timed): Promise<Conducted> {
  const { clusters, signal, healthy = false, recorder: recording = "off", directory } = options;
  const { instruction, task, blueprint } = plan;
  await using cluster = await step("cluster", () => clusters(signal));
  refuseIncapable(cluster, plan);
  await using undo = new AsyncDisposableStack();
  const isBroken = !healthy && takeBroken(cluster, plan);
  if (!isBroken) await makeNamespaces(cluster, blueprint, signal);
  const [{ user, recorder, prepared, home }] = await step("deploy", () =>
    both([
      setStage(cluster, plan, { recording, agent, undo }, signal),
      isBroken ? Promise.resolve() : deploy(cluster, blueprint, signal),
    ]),
  );
  if (!isBroken) await step("write data", () => remember(cluster, plan, signal));
  if (!healthy && !isBroken) await step("break", () => breakAll(cluster, plan, signal));
  if (!healthy) await step("prove it is broken", () => prove(cluster, plan, signal));
  const chaos = await prepareUnrest(cluster, healthy ? [] : plan.chaos, user, signal);
  const before = await step("take stock", () => stockOf(cluster, signal));
  const picture = options.leftAlone && !healthy ? await pictureOf(cluster, before, signal) : undefined;
  const began = Date.now();
  chaos.begin();
  const told = { instruction, limit: task.limit, ...(recording === "off" ? {} : { recorder: recording }) };
  const acted = await step("act", () => perform(agent, home, told, signal));
  const [written, strikes] = [await answerIn(home, signal), await chaos.finish()];
  await home[Symbol.asyncDispose]();
  const attempts = prepared?.attempts?.() ?? [];
  const recorded = await recorder?.finish();
  const answer = written ?? declinedIn(recorded?.entries ?? []);
  const known = {
    healthy,
    user,
    before,
    ...(answer ? { answer } : {}),
    ...(acted.how === "void" ? { interrupted: acted.reason ?? "the agent could not go on" } : {}),
    ...recorded,
    chaos: strikes,
  };
  const seen = await step("judge", () => lookUntilSettled(cluster, plan, known, signal));
  if (directory !== undefined) {
    const { auditLog } = cluster;
    const whole = { agent, prepared, instruction, acted, began, seen, auditLog, evidence: recorder?.log };
    await step("keep", () => keep(directory, whole));
  }
  if (options.leftAlone && seen.writes.length === 0 && plan.chaos.length === 0) {
    // The trial is over: a cluster that cannot be looked at any more is handed on to nobody, and that is all.
    const look = (at: Picture) => isAtRest(cluster, at, seen.after, signal).catch(() => false);
    const isStill = picture !== undefined && (await step("hand on", () => look(picture)));
    if (isStill) leaveBroken(cluster, plan);
    // What is whole is looked at once more by whoever gets it.
    if (healthy || isStill) options.leftAlone(cluster);
  }
  return { seen, acted, began, attempts };
}

async function breakAll(cluster: Cluster, { injections }: Plan, signal: AbortSignal): Promise<void> {
  for (const { changes } of injections) for (const change of changes) await carryOut(cluster, change, signal);
}

/**
 * What is written before anything is broken, to be looked for at the end. It has arrived when it can be read: some of it is
 * worked on first, and what is still on its way when something breaks would be nobody's fault.
 */
async function remember(cluster: Cluster, { blueprint }: Plan, signal: AbortSignal): Promise<void> {
  const { write, read } = blueprint.memory;
  for (const journey of [...write, ...read]) {
    const wrong = await repeatedly(signal, 30_000, async () => {
      const { ok, expected, found } = judgeJourney(journey, await travel(cluster, journey, signal));
      return ok ? undefined : `expected ${expected}, found ${found}`;
    });
    if (wrong !== undefined) throw new BenchProblem("NOT_HEALTHY", `${journey.name}: ${wrong}`);
  }
}

async function prove(cluster: Cluster, { blueprint, symptoms }: Plan, signal: AbortSignal): Promise<void> {
  for (const symptom of symptoms) {
    const wrong = await repeatedly(signal, 90_000, async () =>
      (await shows(cluster, blueprint, symptom, signal)) ? undefined : "it does not show",
    );
    if (wrong === undefined) continue;
    throw new BenchProblem("NOT_BROKEN", `expected the symptom within 90 s: ${JSON.stringify(symptom)}: ${wrong}`);
  }
}

/** Tries until nothing is wrong; what is wrong at last, otherwise. What cannot be tried yet is tried again. */
async function repeatedly(
  signal: AbortSignal,
  deadlineMs: number,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  let wrong: string | undefined;
  const well = async () => {
    wrong = await work().catch((thrown: unknown) => {
      signal.throwIfAborted();
      return messageOf(thrown);
    });
    return wrong === undefined;
  };
  await until(well, { deadlineMs, everyMs: 300, signal });
  return wrong;
}

/** Both, or what went wrong, and only when nothing of either is still going on. */
async function both<T>(works: readonly [Promise<T>, Promise<unknown>]): Promise<[T, unknown]> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}
