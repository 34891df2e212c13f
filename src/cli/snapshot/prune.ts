import { pruneIndexes } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";

export default command({
  summary: "Remove indexes of snapshots that nobody uses any more",
  usage: "",
  options: {
    days: { type: "string", value: "N", text: "those that nobody asked for in so many days; 30 unless told" },
    megabytes: { type: "string", value: "N", text: "the longest unused beyond so much; 20480 unless told" },
  },
  examples: ["snapshot prune", "snapshot prune --days 7 --megabytes 2000"],
  details: "Indexes of older versions always go. Snapshots themselves stay; an index is built again when it is needed.",
  async run({ options, terminal }) {
    const [days, megabytes] = [numberOf("--days", options.days), numberOf("--megabytes", options.megabytes)];
    const pruned = await pruneIndexes({
      environment: terminal.env,
      unusedDays: days,
      mostBytes: megabytes === undefined ? undefined : megabytes * 1024 ** 2,
    });
    const { removed, bytes, kept } = pruned;
    return { data: pruned, text: `removed ${removed} indexes, ${Math.round(bytes / 1024 ** 2)} MB; kept ${kept}` };
  },
});

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new UsageProblem("BAD_OPTION", `${option}: expected a number, found "${text}"`);
}
