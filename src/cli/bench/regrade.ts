import { resolve } from "node:path";
import { loadLock, regrade, resultKey } from "../../bench/index.ts";
import { command } from "../shell/command.ts";
import { columns } from "../shell/format.ts";
import { tasksAt } from "../support/bench-tasks.ts";

export default command({
  summary: "Judge the trials of a run again, from what was seen and without a cluster",
  usage: "RUN",
  options: {},
  examples: ["bench regrade runs/mine"],
  details: "Tasks are read anew, so that a corrected check counts. Former verdicts stay in verifier/before.jsonl.",
  async run({ arguments: [given = ""], terminal }) {
    const directory = resolve(given);
    const { tasks } = await loadLock(directory);
    const sources = await tasksAt(tasks.map(({ path }) => path));
    const { run, changes, left } = await regrade(directory, sources, await resultKey(terminal.env));
    const rows = changes.map(({ trial: { task, agent, seed }, from, to }) => [
      task,
      agent,
      `seed ${seed}`,
      `${from} -> ${to}`,
    ]);
    const judged = run.trials.length - left.length;
    return {
      data: {
        directory,
        judged,
        left,
        changes: changes.map(({ trial, from, to }) => ({ trial: trial.trial, from, to })),
      },
      text: [
        ...(rows.length > 0 ? [columns(rows), ""] : []),
        `${judged} trials judged again, ${changes.length} verdicts changed`,
        ...(left.length > 0
          ? [
              `${left.length} left as they were: void before anything was seen, or judged by the task's own tests on its cluster`,
            ]
          : []),
      ].join("\n"),
    };
  },
});
