import { listSnapshots } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "The snapshots below a directory",
  usage: "[DIRECTORY]",
  options: {},
  examples: ["snapshot list", "snapshot list datasets/ITBench-AA/sre"],
  details: "Directories and archives (.tar.zst, .tar.gz) in any known layout; only their names are looked at.",
  async run({ arguments: [directory = "."] }) {
    const snapshots = await listSnapshots(directory);
    return { data: snapshots, text: snapshots.map(({ name }) => name).join("\n") || "no snapshots there" };
  },
});
