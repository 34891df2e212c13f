import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Acted, type Agent, scripted, trajectoryOf } from "../../agents/index.ts";
import { messageOf } from "../../problem/index.ts";
import { quoted, type Report } from "../../process/index.ts";
import { openSandbox, type Sandbox } from "../../sandbox/index.ts";
import { openSnapshot, oracle, showAnswer, stageSnapshot, truthOf } from "../../snapshot/index.ts";
import type { TrialResult } from "../model.ts";
import { BenchProblem } from "../problem.ts";
import { equipped, perform } from "../stage.ts";
import { stopwatch, type Timed } from "../stopwatch.ts";
import { answerFiles, incidentFolder, instructionFor } from "./instruction.ts";
import { type Diagnosed, judgeDiagnosis } from "./judge.ts";
import { serveIncident } from "./serve.ts";
import type { SnapshotTask } from "./task.ts";

/** What an agent has to look with: the shell alone, or tools over the same data as well. */
export type Looking = "shell" | "tools";

/** Seconds that an agent has, and how often it tries, as in the published benchmark; 100 turns are what models have anyway. */
export const diagnosisLimits = { seconds: 1_800, attempts: 3 } as const;

export interface DiagnosisOptions {
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly attempt?: number;
  readonly looking?: Looking;
  /** Where to put all that was seen. */
  readonly directory?: string;
}

/** One attempt to find what is wrong in a frozen incident. Whatever the harness cannot do makes the trial void. */
export async function runDiagnosis(
  { snapshot: { name }, path, digest }: SnapshotTask,
  given: Agent | "oracle",
  options: DiagnosisOptions,
): Promise<TrialResult> {
  const who = given === "oracle" ? "oracle" : given.name;
  const clock = stopwatch(options.report, `${name} ${who}`);
  let conducted: Conducted | undefined;
  let judged: Diagnosed;
  try {
    const agent = given === "oracle" ? await knowing(path) : given;
    conducted = await conduct(path, agent, options, clock.step);
    judged = judgeDiagnosis(conducted.written, (await truthOf(path)).truth);
  } catch (thrown) {
    options.signal.throwIfAborted();
    judged = { verdict: "void", because: [messageOf(thrown)], findings: [] };
  }
  const { acted, began = 0 } = conducted ?? {};
  if (acted?.how === "void")
    judged = { verdict: "void", because: [acted.reason ?? "the agent could not go on"], findings: [] };
  const seconds = clock.steps.find(({ name: step }) => step === "act")?.seconds ?? 0;
  return {
    schema: "airworthy-trial/1",
    ...{ task: name, digest, agent: who, seed: "1", attempt: options.attempt ?? 1, expected: "repair" },
    ...judged,
    authority: [],
    steps: clock.steps,
    usage: { commands: acted?.deeds?.length ?? 0, ...acted?.usage, seconds },
    overheadSeconds: Math.round((clock.total() - seconds) * 1_000) / 1_000,
    timeline: (acted?.deeds ?? []).map(({ timestamp, tool_calls }) => ({
      at: (Date.parse(timestamp) - began) / 1_000,
      kind: "command",
      text: String(tool_calls?.[0]?.arguments.command ?? tool_calls?.[0]?.function_name ?? ""),
    })),
    output: acted?.output ?? "",
  };
}

interface Conducted {
  readonly acted: Acted;
  readonly began: number;
  /** The text of the answer, if there is one. */
  readonly written: string | undefined;
}

async function conduct(path: string, agent: Agent, options: DiagnosisOptions, step: Timed): Promise<Conducted> {
  const { signal, looking = "shell", directory } = options;
  await using undo = new AsyncDisposableStack();
  const staged = await mkdtemp(join(tmpdir(), "aw-incident-"));
  undo.defer(() => rm(staged, { recursive: true, force: true }));
  const files = join(staged, "files");
  await step("lay out the records", async () => {
    await mkdir(files, { mode: 0o755 });
    await stageSnapshot(path, files);
  });
  const [served, prepared] = await step("tools", async () => [
    looking === "tools" ? undo.use(await serveIncident(path, signal)) : undefined,
    undo.use(await agent.prepare?.(signal)),
  ]);
  const { mounts = [], ...equipment } = equipped(served?.equipment, prepared?.equipment);
  const shown = [{ source: files, target: incidentFolder }, ...mounts];
  const home = await step("sandbox", () =>
    openSandbox({ directory: "/workspace", signal, mounts: shown, ...equipment }),
  );
  undo.use(home);
  const instruction = instructionFor(looking);
  const began = Date.now();
  const servers = looking === "tools" ? [{ name: "incident", command: ["incident-mcp"] }] : [];
  const told = { instruction, limit: diagnosisLimits.seconds, servers };
  const acted = await step("act", () => perform(agent, home, told, signal));
  const written = await answerOf(home, signal);
  if (directory !== undefined) {
    await mkdir(directory, { recursive: true });
    const trajectory = trajectoryOf(agent, { instruction, at: new Date(began) }, acted.deeds ?? []);
    await writeFile(join(directory, "trajectory.json"), `${JSON.stringify(trajectory, undefined, 2)}\n`);
    await writeFile(join(directory, "output.txt"), acted.output);
    if (written !== undefined) await writeFile(join(directory, "answer.json"), written);
    await prepared?.keep?.(directory);
  }
  return { acted, began, written };
}

const longest = 262_144;

/** An agent may leave anything there: a pipe, a device, a gigabyte. */
async function answerOf(home: Sandbox, signal: AbortSignal): Promise<string | undefined> {
  for (const file of answerFiles) {
    const script = '[ -f "$1" ] && exec head -c "$2" "$1"';
    const words = ["sh", "-c", script, "sh", file, String(longest + 1)];
    const { code, stdout, why } = await home.exec(words, { signal, timeoutSeconds: 60, maxOutput: longest + 1 });
    if (why === "timeout") throw new BenchProblem("NOT_KEPT", `${file}: cannot be read: the sandbox does not answer`);
    if (code === 0) return stdout.slice(0, longest);
  }
  return undefined;
}

/** Somebody who knows the truth, and says it in names that stand in the data. */
async function knowing(path: string): Promise<Agent> {
  const { truth } = await truthOf(path);
  using store = await openSnapshot(path);
  const text = showAnswer(await oracle(store, truth));
  return scripted("oracle", `printf '%s\\n' ${quoted(text)} > ${answerFiles[0]}`);
}
