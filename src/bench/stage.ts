import { setTimeout as sleep } from "node:timers/promises";
import type { Acted, Agent, Answer, Equipment, Prepared, Stage } from "../agents/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { messageOf } from "../problem/index.ts";
import { openSandbox, type Sandbox } from "../sandbox/index.ts";
import type { Plan } from "../task/index.ts";
import { parseAnswer } from "./answer.ts";
import { BenchProblem } from "./problem.ts";
import { openRecorder, type Recorder, type Recording } from "./recording.ts";
import { rightsIn } from "./rights.ts";

export interface Set {
  /** The agent's name in the audit log. */
  readonly user: string;
  readonly home: Sandbox;
  readonly recorder: Recorder | undefined;
  readonly prepared: Prepared | undefined;
}

/** Where an agent works: nothing but the API server, its own kubeconfig, and a recorder where there is one. */
export async function setStage(
  cluster: Cluster,
  plan: Plan,
  setting: { readonly recording: Recording; readonly agent: Agent; readonly undo: AsyncDisposableStack },
  signal: AbortSignal,
): Promise<Set> {
  const { recording, agent, undo } = setting;
  const owned = async <T extends AsyncDisposable>(work: Promise<T> | undefined) => undo.use(await work);
  // Each is owned as soon as it is there, so that nothing is left of one when another fails.
  const [{ user, kubeconfig }, recorder, prepared] = await allOf([
    cluster.identify({ name: "agent", ...rightsIn(plan) }, signal),
    owned(recording === "off" ? undefined : openRecorder(recording, agent.name)),
    owned(agent.prepare?.(signal)),
  ]);
  const home = await openSandbox({
    cluster,
    kubeconfig,
    signal,
    ...equipped(recorder?.equipment, prepared?.equipment),
  });
  undo.use(home);
  return { user, home, recorder, prepared };
}

/** All of them, or what went wrong, and only when nothing of any is still going on. */
async function allOf<const T extends readonly Promise<unknown>[]>(works: T) {
  await Promise.allSettled(works);
  return await Promise.all(works);
}

/** What the recorder brings and what the agent brings. Launchers come first in the PATH, or they would record nothing. */
export function equipped(
  recorder: Recorder["equipment"] = {},
  agent: Equipment = {},
): Recorder["equipment"] & Equipment {
  const path = [recorder.env?.PATH, agent.env?.PATH].filter((each) => each !== undefined).join(":");
  return {
    ...agent,
    ...recorder,
    files: [...(recorder.files ?? []), ...(agent.files ?? [])],
    tools: [...(recorder.tools ?? []), ...(agent.tools ?? [])],
    env: { ...agent.env, ...recorder.env, ...(path === "" ? {} : { PATH: path }) },
  };
}

/** How long an agent whose time is over may take to notice it. */
const graceMs = 5_000;
const mostOutput = 256 * 1_024;

/** Lets an agent act for as long as it may. However that ends, it is judged by what it did. */
export async function perform(
  agent: Agent,
  home: Stage["home"],
  told: Omit<Stage, "home">,
  signal: AbortSignal,
): Promise<Acted> {
  const { limit } = told;
  const over = AbortSignal.timeout(limit * 1_000);
  const ending = AbortSignal.any([signal, over]);
  const tooLate = async () => {
    await new Promise((done) => ending.addEventListener("abort", done, { once: true }));
    await sleep(graceMs, undefined, { ref: false });
  };
  let acted: Acted | undefined;
  try {
    acted = (await Promise.race([agent.act({ ...told, home }, ending), tooLate()])) ?? undefined;
  } catch (thrown) {
    signal.throwIfAborted();
    if (!over.aborted) acted = { how: "failed", output: `the agent failed: ${messageOf(thrown)}` };
  }
  signal.throwIfAborted();
  acted ??= { how: "stopped", output: `not done after ${limit} s` };
  return { ...acted, output: capped(acted.output) };
}

const answerFile = "/workspace/answer.json";
const longestAnswer = 16_384;

/** An agent may leave anything there: a pipe, a device, a gigabyte. Whatever is no answer is none. */
export async function answerIn(home: Stage["home"], signal: AbortSignal): Promise<Answer | undefined> {
  const script = '[ -f "$1" ] && exec head -c "$2" "$1"';
  const words = ["sh", "-c", script, "sh", answerFile, String(longestAnswer + 1)];
  const { code, stdout, why } = await home.exec(words, { signal, timeoutSeconds: 60 });
  if (why === "timeout")
    throw new BenchProblem("NOT_KEPT", `${answerFile}: cannot be read: the sandbox does not answer`);
  return code === 0 && stdout.length <= longestAnswer ? parseAnswer(stdout) : undefined;
}

function capped(text: string): string {
  if (text.length <= mostOutput) return text;
  const half = mostOutput / 2;
  return `${text.slice(0, half)}\n… ${text.length - mostOutput} characters left out …\n${text.slice(-half)}`;
}
