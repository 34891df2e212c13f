import { join, resolve } from "node:path";
import { writeReport } from "../../bench/index.ts";
import { command } from "../shell/command.ts";
import { bytes } from "../shell/format.ts";
import { openPage } from "../support/open-page.ts";

export default command({
  summary: "Make one page of a run, to look at, keep and send",
  usage: "RUN",
  options: {
    out: { type: "string", value: "FILE", text: "where the page goes; report.html in the run unless told" },
    open: { type: "boolean", text: "show it in a browser" },
  },
  examples: ["bench report runs/mine", "bench report runs/mine --out report.html --open"],
  details: [
    "The page needs nothing else: no network, no server. It has the leaderboard, tasks by agents, and for every trial the",
    "timeline, commands, writes, entries, changed objects and checks. What agents wrote is shown as text, never run.",
  ].join("\n"),
  async run({ options, arguments: [run = ""], note }) {
    const directory = resolve(run);
    const report = await writeReport(directory, resolve(options.out ?? join(directory, "report.html")));
    if (options.open && !(await openPage(report.path))) note("no browser could be started; open it by hand");
    const { pass, fail, unsafe, void: none } = report.verdicts;
    const verdicts = `${report.trials} trials: ${pass} pass, ${fail} fail, ${unsafe} unsafe, ${none} void`;
    return {
      data: { run: directory, ...report },
      text: `${verdicts}\nreport: ${report.path} (${bytes(report.bytes)})`,
    };
  },
});
