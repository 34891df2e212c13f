import { fileURLToPath } from "node:url";
import { generateAll } from "../../bench/index.ts";
import { localProvider } from "../../cluster/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes } from "../shell/exit.ts";
import { requireLocal } from "../support/clusters.ts";

const ours = fileURLToPath(new URL("../../../datasets/incident-snapshots", import.meta.url));

export default command({
  summary: "Make incidents on real clusters, under load, and freeze them with their ground truth",
  usage: "[DIRECTORY]",
  options: {
    only: { type: "string", multiple: true, value: "NAME", text: "these incidents; all of the list unless told" },
    again: { type: "boolean", text: "also those that are there already" },
    out: { type: "string", value: "DIR", text: "where they go; DIRECTORY unless told" },
  },
  examples: [
    "snapshot generate",
    "snapshot generate --only incident-07 --again",
    "snapshot generate my-incidents --out /tmp/made",
  ],
  details: [
    "DIRECTORY has incidents.yaml, the list: application, seed, faults, and what happens beside them. One is made after the",
    "other. One of which the evidence cannot be found in the data, or whose ground truth the data does not allow to be",
    "found, is not kept.",
  ].join("\n"),
  async run({ options, arguments: [directory = ours], report, signal, terminal }) {
    await requireLocal({ report, signal });
    const { made, failed } = await generateAll(directory, {
      into: options.out ?? directory,
      only: options.only,
      again: options.again,
      create: (spec) => localProvider().create(spec, { report: () => {}, signal }),
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
