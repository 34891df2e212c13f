import { keepSpare } from "../../cluster/index.ts";
import { command } from "../shell/command.ts";
import { requireLocal } from "../support/clusters.ts";
import { makeOptions, specOf } from "../support/spec-options.ts";

export default command({
  summary: "Keep a local cluster waiting, so that the next one of that make is there at once",
  usage: "",
  options: makeOptions,
  examples: ["cluster spare", "cluster spare --nodes 3"],
  details: "The next cluster up with the same options only gives it a name. Does nothing if one waits already.",
  async run({ options, report, signal }) {
    await requireLocal({ report, signal });
    await keepSpare(specOf(options), { report, signal });
    return { data: { spare: true }, text: "a spare cluster waits" };
  },
});
