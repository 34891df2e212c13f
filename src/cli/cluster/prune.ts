import { pruneClusters, pruneStores } from "../../cluster/index.ts";
import { pruneRoots, sweepSandboxes } from "../../sandbox/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "Remove what dead clusters left behind on this machine",
  usage: "",
  options: {},
  examples: ["cluster prune"],
  details: [
    "A cluster cleans up after itself, also when it is killed. This is for what only a power failure or a full disk",
    "leaves: processes, mounts, cgroups and files of clusters whose supervisor is gone. Living clusters are not touched.",
    "The same for the sandboxes of a harness that was killed.",
    "Unpacked images that no cluster uses go too, but for the newest. For what lies in the cache: toolchain prune.",
  ].join("\n"),
  async run() {
    const removed = [
      ...(await pruneClusters()),
      ...(await sweepSandboxes()),
      ...(await pruneStores()).map((name) => `store ${name}`),
      ...(await pruneRoots()),
    ];
    return { data: { removed }, text: removed.length > 0 ? `removed ${removed.join(", ")}` : "nothing to remove" };
  },
});
