import { command } from "../shell/command.ts";
import { beginOptions, outcomeOf, runAll } from "../support/bench-run.ts";

export default command({
  summary: "Hold tasks against ways of working whose verdict is known: left whole, nothing done, oracle, every trap",
  usage: "TASK…",
  options: beginOptions,
  examples: ["bench controls kubernetes-core", "bench controls ./my-tasks --seeds 1,2,3 --out runs/controls"],
  details: [
    "Interrupted, it goes on with: airworthy bench resume DIR.",
    "",
    "exit codes:  0 every control got the verdict that it must get    7 one did not    9 some were void",
  ].join("\n"),
  async run({ options, arguments: words, ...context }) {
    return outcomeOf(await runAll(words, { kind: "controls", agents: [], attempts: 1 }, options, context));
  },
});
