import { lint, writeDigests } from "../../task/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes } from "../shell/exit.ts";
import { placeOf } from "../support/bench-tasks.ts";

export default command({
  summary: "Find what is wrong with tasks: leaks in their instructions, missing controls, images without a version, …",
  usage: "[TASK…]",
  options: {
    "write-digests": { type: "boolean", text: "first write the digests of all tasks into dataset.toml" },
  },
  examples: ["bench lint", "bench lint ./my-tasks --json", "bench lint kubernetes-core --write-digests"],
  details: [
    "TASK is a directory of a task or of tasks, or the name of one; kubernetes-core if not said.",
    "",
    "exit codes:  0 nothing found    1 something found",
  ].join("\n"),
  async run({ options, arguments: given }) {
    const places = await Promise.all((given.length > 0 ? given : ["kubernetes-core"]).map((word) => placeOf(word)));
    if (options["write-digests"]) for (const place of places) await writeDigests(place);
    const reports = (await Promise.all(places.map(lint))).flat();
    const lines = reports.flatMap(({ directory, findings }) =>
      findings.map(({ rule, file, line, what, how }) => {
        const where = `${directory}/${file}${line === undefined ? "" : `:${line}`}`;
        return `${where}: ${rule}: ${what}${how === undefined ? "" : `\n  ${how}`}`;
      }),
    );
    const sum = `${reports.length} tasks, ${lines.length} findings`;
    return {
      data: reports,
      text: [...lines, sum].join("\n"),
      exitCode: lines.length > 0 ? exitCodes.failed : exitCodes.ok,
    };
  },
});
