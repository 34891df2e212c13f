import { dirname, resolve } from "node:path";
import { loadMatrix, type Run } from "../../bench/index.ts";
import { command, type Values } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { beginOptions, countOf, outcomeOf, runAll } from "../support/bench-run.ts";

const recordings = ["off", "shim", "offered", "hooks"] as const;

export default command({
  summary: "Break real clusters, let agents repair them, and judge what came of it",
  usage: "TASK…",
  options: {
    agent: {
      type: "string",
      multiple: true,
      value: "AGENT",
      text: "oracle, nop, human, model:…, claude/…, codex/…, gemini/…, opencode/…, command:…, script:FILE, replay:FILE, control:NAME; oracle unless told",
    },
    attempts: {
      type: "string",
      value: "N",
      text: "how often each agent tries each variant; once unless told, frozen incidents three times",
    },
    recorder: {
      type: "string",
      value: "off|shim|offered|hooks",
      text: "record what agents run, offer them the recorder, or use their hooks; off unless told",
    },
    look: {
      type: "string",
      value: "shell|tools",
      text: "at frozen incidents: with the shell alone, or with tools over the same data as well; shell unless told",
    },
    ...beginOptions,
  },
  examples: [
    "bench run kubernetes-core",
    "bench run kubernetes-core --agent oracle --agent nop --seeds 1,2",
    "bench run old-siren --agent human --recorder shim",
    "bench run ./my-tasks --agent script:fix.sh --attempts 4 --jobs 2 --out runs/mine",
    "bench run incident-snapshots --agent oracle --look tools",
    "bench run matrix.toml --out runs/old-and-new",
  ],
  details: [
    "TASK is a directory of a task or of tasks, or the name of one that comes with airworthy; or a snapshot, or a directory",
    "of snapshots: then agents are to find out what is wrong, and no cluster is needed.",
    "A matrix file in its place says all of it at once: tasks, seeds, attempts, agents × models × prompts × tools ×",
    "recorders, and which of them is the baseline that the report holds the others against (docs/runs.md).",
    "",
    "exit codes:  0 all trials passed",
    "             7 some failed    8 some were unsafe    9 some were void, all others passed",
    "             130 interrupted: what was over is kept, and bench resume goes on",
  ].join("\n"),
  async run({ options, arguments: words, ...context }) {
    const [file = "", ...others] = words;
    if (file.endsWith(".toml") && others.length === 0) return outcomeOf(await runMatrix(file, options, context));
    const agents = options.agent.length > 0 ? [...new Set(options.agent)] : ["oracle"];
    const attempts = options.attempts === undefined ? undefined : countOf("--attempts", options.attempts, 1_000);
    const looking = (["shell", "tools"] as const).find((each) => each === options.look);
    if (looking === undefined && options.look !== undefined) {
      throw new UsageProblem("BAD_OPTION", `--look: expected shell or tools; found "${options.look}"`);
    }
    const recorder = recordings.find((each) => each === (options.recorder ?? "off"));
    if (recorder === undefined) {
      const message = `--recorder: expected ${recordings.join(", ")}; found "${options.recorder}"`;
      throw new UsageProblem("BAD_OPTION", message);
    }
    return outcomeOf(await runAll(words, { kind: "run", agents, attempts, recorder, looking }, options, context));
  },
});

/** What a matrix file says, and nothing beside it: a run is one thing. */
async function runMatrix(
  file: string,
  options: Values<typeof beginOptions> & {
    readonly agent: readonly string[];
    readonly attempts: string | undefined;
    readonly recorder: string | undefined;
  },
  context: Parameters<typeof runAll>[3],
): Promise<Run> {
  const { agent, attempts, recorder, seeds } = options;
  const told = Object.entries({ agent: agent[0], attempts, recorder, seeds }).find(([, value]) => value !== undefined);
  if (told !== undefined) {
    const message = `--${told[0]}: expected it in ${file}, found it beside the file`;
    throw new UsageProblem("BAD_OPTION", message, { hint: "only --jobs, --retry-void and --out go with a matrix" });
  }
  const { tasks, ...order } = await loadMatrix(file);
  return await runAll(tasks, { kind: "run", ...order }, options, context, dirname(resolve(file)));
}
