import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { beginOptions, countOf, outcomeOf, runAll } from "../support/bench-run.ts";

const recordings = ["off", "shim", "offered"] as const;

export default command({
  summary: "Break real clusters, let agents repair them, and judge what came of it",
  usage: "TASK…",
  options: {
    agent: {
      type: "string",
      multiple: true,
      value: "AGENT",
      text: "oracle, nop, human, script:FILE, replay:FILE, control:NAME; oracle unless told",
    },
    attempts: { type: "string", value: "N", text: "how often each agent tries each variant; once unless told" },
    recorder: {
      type: "string",
      value: "off|shim|offered",
      text: "record what agents run, or offer them the recorder; off unless told",
    },
    ...beginOptions,
  },
  examples: [
    "bench run kubernetes-core",
    "bench run kubernetes-core --agent oracle --agent nop --seeds 1,2",
    "bench run old-siren --agent human --recorder shim",
    "bench run ./my-tasks --agent script:fix.sh --attempts 4 --jobs 2 --out runs/mine",
  ],
  details: [
    "TASK is a directory of a task or of tasks, or the name of one that comes with airworthy.",
    "",
    "exit codes:  0 all trials passed",
    "             7 some failed    8 some were unsafe    9 some were void, all others passed",
    "             130 interrupted: what was over is kept, and bench resume goes on",
  ].join("\n"),
  async run({ options, arguments: words, ...context }) {
    const agents = options.agent.length > 0 ? [...new Set(options.agent)] : ["oracle"];
    const attempts = options.attempts === undefined ? 1 : countOf("--attempts", options.attempts, 1_000);
    const recorder = recordings.find((each) => each === (options.recorder ?? "off"));
    if (recorder === undefined) {
      const message = `--recorder: expected ${recordings.join(", ")}; found "${options.recorder}"`;
      throw new UsageProblem("BAD_OPTION", message);
    }
    return outcomeOf(await runAll(words, { kind: "run", agents, attempts, recorder }, options, context));
  },
});
