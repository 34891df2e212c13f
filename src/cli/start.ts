import { join } from "node:path";
import { type Run, writeReport } from "../bench/index.ts";
import { command } from "./shell/command.ts";
import { exitCodes } from "./shell/exit.ts";
import { columns } from "./shell/format.ts";
import { runAll } from "./support/bench-run.ts";
import { hasDesktop, openPage } from "./support/open-page.ts";

/** One each of three applications, repaired within seconds by whoever knows how. */
const tasks = ["empty-shelves", "rules-unreadable", "waiting-display"];

export default command({
  summary: "See it work: three broken clusters, repaired by those who know how and left alone, judged and reported",
  usage: "",
  options: {
    "no-open": { type: "boolean", text: "do not show the report in a browser" },
  },
  examples: ["start"],
  details: "May be interrupted and repeated at any time; every time has its own directory below runs/.",
  async run({ options, ...context }) {
    const began = performance.now();
    const plain = { seeds: "1", jobs: undefined, "retry-void": true, out: undefined };
    const run = await runAll(tasks, { kind: "run", agents: ["nop", "oracle"], attempts: 1 }, plain, context);
    const report = await writeReport(run.directory, join(run.directory, "report.html"));
    const seconds = (performance.now() - began) / 1_000;
    if (!options["no-open"] && hasDesktop(context.terminal.env)) await openPage(report.path);
    return {
      data: { run: run.directory, report: report.path, verdicts: report.verdicts, seconds },
      text: describe(run, report.path, seconds),
      exitCode: isAsExpected(run) ? exitCodes.ok : exitCodes.failed,
    };
  },
});

/** Who knows how passes, who does nothing does not: anything else says that something is wrong with this machine. */
function isAsExpected({ trials }: Run): boolean {
  return trials.every(({ agent, verdict }) => verdict === (agent === "oracle" ? "pass" : "fail"));
}

function describe({ directory, trials }: Run, report: string, seconds: number): string {
  const verdict = (task: string, agent: string) =>
    trials.find((trial) => trial.task === task && trial.agent === agent)?.verdict ?? "";
  const rows = tasks.map((task) => [task, verdict(task, "oracle"), verdict(task, "nop")]);
  return [
    columns([["TASK", "REPAIRED", "LEFT ALONE"], ...rows]),
    "",
    `${trials.length} trials on real Kubernetes clusters in ${seconds.toFixed(1)} s`,
    `report: ${report}`,
    "",
    "Try:",
    "",
    `  npx airworthy verify ${directory}`,
    "  npx airworthy bench list",
    "  npx airworthy bench show empty-shelves",
    "  npx airworthy bench run empty-shelves --agent human",
    "  npx airworthy cluster up --name mine",
    "  npx airworthy --help",
  ].join("\n");
}
