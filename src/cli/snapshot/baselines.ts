import { listSnapshots, measureBaselines, SnapshotProblem } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "What answers that need no model score over snapshots, with intervals",
  usage: "DIRECTORY",
  options: {},
  examples: ["snapshot baselines datasets/incident-snapshots", "snapshot baselines ITBench-AA/sre --json"],
  details: [
    "Somebody who knows the truth, somebody who says nothing, who names every object, who goes by alerts alone (everything",
    "that has one, a critical one, one at the end; without one nothing is wrong), or names the first object that changed; each",
    "over every snapshot below DIRECTORY, for the root cause (0 if one is missing, else the share of what was named that is",
    "one), for whether anything is wrong, and for the parts in which it is.",
  ].join("\n"),
  async run({ arguments: [directory = ""], terminal, signal, report }) {
    const snapshots = await listSnapshots(directory);
    if (snapshots.length === 0) {
      throw new SnapshotProblem("NO_SUCH_SNAPSHOT", `${directory}: expected snapshots, found none`);
    }
    const measured = await measureBaselines(snapshots, { environment: terminal.env, signal, report });
    const cell = (each: { mean: number; low: number; high: number } | undefined) =>
      each ? `${each.mean.toFixed(3)} (${each.low.toFixed(3)}-${each.high.toFixed(3)})` : "-";
    const rows = [
      ["BASELINE", "ROOT CAUSE", "DETECTION", "LOCALISATION"],
      ...measured.map(({ baseline, rootCause, detection, localisation }) => [
        baseline,
        ...[rootCause, detection, localisation].map(cell),
      ]),
    ];
    const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
    return {
      data: measured,
      text: [
        ...rows.map((row) =>
          row
            .map((text, at) => text.padEnd(width(at)))
            .join("  ")
            .trimEnd(),
        ),
        `${snapshots.length} snapshots; mean and interval of 95 %`,
      ].join("\n"),
    };
  },
});
