import { faults } from "../../faults/index.ts";
import { harborPlan, type LoadedTask, loadDataset } from "../../task/index.ts";
import { command } from "../shell/command.ts";
import { columns } from "../shell/format.ts";
import { placeOf, snapshotsAt } from "../support/bench-tasks.ts";

export default command({
  summary: "Show the tasks of a dataset: how hard each is, what it is about, and whether it can be run here",
  usage: "[DATASET]",
  options: {
    faults: { type: "boolean", text: "show the kinds of faults instead: what a task can be made of" },
  },
  examples: ["bench list", "bench list ./my-tasks --json", "bench list --faults"],
  details:
    "DATASET is a directory of tasks or of snapshots, or the name of one that comes with airworthy (kubernetes-core, which is meant if none is said, and incident-snapshots).",
  async run({ options, arguments: [path = "kubernetes-core"] }) {
    if (options.faults) {
      const known = faults.map(({ name, area, about, expects = "repair" }) => ({ name, area, about, expects }));
      const rows = known.map(({ name, area, about, expects }) => [name, area, expects, about]);
      return { data: known, text: columns([["FAULT", "AREA", "EXPECTS", "WHAT"], ...rows]) };
    }
    const frozen = await snapshotsAt(path);
    if (frozen !== undefined) {
      const rows = frozen.map(({ snapshot, digest }) => [snapshot.name, digest]);
      return { data: { tasks: frozen }, text: columns([["INCIDENT", "CONTENT"], ...rows]) };
    }
    const { name, tasks } = await loadDataset(await placeOf(path));
    const listed = tasks.map(described);
    const rows = listed.map(({ name, difficulty, area, expects, nodes, runs }) => [
      name.replace(/^.*\//, ""),
      difficulty,
      area,
      expects,
      String(nodes),
      runs,
    ]);
    const table = columns([["TASK", "DIFFICULTY", "AREA", "EXPECTS", "NODES", "RUNS HERE"], ...rows]);
    return { data: { name, tasks: listed }, text: table };
  },
});

function described(task: LoadedTask) {
  const { own, name, digest, directory, config } = task;
  const said = (key: string) => (typeof config.metadata[key] === "string" ? config.metadata[key] : "-");
  const common = { name, digest, directory, difficulty: said("difficulty"), area: said("category") };
  if (own) return { ...common, expects: own.expected.is, nodes: own.cluster.nodes.length, runs: "yes" };
  const { plan, refusals } = harborPlan(task, process.env);
  const runs = plan ? "yes" : `no: ${refusals?.[0]?.what}`;
  return { ...common, expects: "tests", nodes: plan?.cluster.nodes.length ?? 0, runs };
}
