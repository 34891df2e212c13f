import { resolve } from "node:path";
import { loadLock, refuseChanges } from "../../bench/index.ts";
import { command } from "../shell/command.ts";
import { carryOut, outcomeOf, runOptions, versionsNow } from "../support/bench-run.ts";
import { tasksAt } from "../support/bench-tasks.ts";

export default command({
  summary: "Go on with a run that was interrupted; what is over is not repeated",
  usage: "RUN",
  options: runOptions,
  examples: ["bench resume runs/mine", "bench resume runs/mine --retry-void --jobs 2"],
  details: "Refuses when tasks or versions are not those that the run began with. Exit codes as of bench run.",
  async run({ options, arguments: [given = ""], ...context }) {
    const directory = resolve(given);
    const lock = await loadLock(directory);
    const tasks = await tasksAt(lock.tasks.map(({ path }) => path));
    refuseChanges(lock, tasks, await versionsNow());
    return outcomeOf(await carryOut(directory, tasks, options, context));
  },
});
