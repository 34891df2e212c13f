import { fileURLToPath } from "node:url";
import { generateAll } from "../../bench/index.ts";
import { bringSupplies, localProvider } from "../../cluster/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { requireLocal } from "../support/clusters.ts";
import { duration } from "../support/duration.ts";

const ours = fileURLToPath(new URL("../../../datasets/incident-snapshots", import.meta.url));

export default command({
  summary: "Make incidents on real clusters, under load, and freeze them with their ground truth",
  usage: "[DIRECTORY]",
  options: {
    only: { type: "string", multiple: true, value: "NAME", text: "these incidents; all of the list unless told" },
    again: { type: "boolean", text: "also those that are there already" },
    before: { type: "string", value: "DURATION", text: "how long all is well; as the list says unless told, else 1m" },
    after: {
      type: "string",
      value: "DURATION",
      text: "how long it stays broken; as the list says unless told, else 2m",
    },
    out: { type: "string", value: "DIR", text: "where they go; DIRECTORY unless told" },
  },
  examples: [
    "snapshot generate",
    "snapshot generate --only incident-07 --again",
    "snapshot generate my-incidents --out /tmp/made --before 20s --after 40s",
  ],
  details: [
    "DIRECTORY has incidents.yaml, the list: application, seed, faults, and what happens beside them. One is made after the",
    "other, under load. One of which the evidence cannot be found in the data, or whose ground truth the data does not allow",
    "to be found, is not kept.",
  ].join("\n"),
  async run({ options, arguments: [directory = ours], report, signal, terminal }) {
    await requireLocal({ report, signal });
    const { made, failed } = await generateAll(directory, {
      into: options.out ?? directory,
      only: options.only,
      again: options.again,
      seconds: { ...timeOf("before", options.before, 5), ...timeOf("after", options.after, 10) },
      create: async (spec) => {
        // What a cluster does to begin is a detail; what must be fetched or built for the first one takes minutes.
        await bringSupplies(spec, { report, signal });
        return await localProvider().create(spec, { report: () => {}, signal });
      },
      environment: terminal.env,
      report,
      signal,
    });
    return {
      data: { made, failed },
      text: [
        ...made.map(({ name, bytes, alerts, spans }) => `${name}: ${bytes} bytes, ${alerts} alerts, ${spans} spans`),
        ...failed.map(({ name, because }) => `${name}: not kept: ${because}`),
      ].join("\n"),
      exitCode: failed.length === 0 ? exitCodes.ok : exitCodes.failed,
    };
  },
});

function timeOf(name: "before" | "after", text: string | undefined, least: number): { [each in typeof name]?: number } {
  if (text === undefined) return {};
  const seconds = duration(`--${name}`, text) / 1_000;
  if (seconds >= least) return { [name]: seconds };
  throw new UsageProblem("BAD_OPTION", `--${name}: expected at least ${least}s, found "${text}"`);
}
