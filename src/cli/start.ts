import { attach, type Cluster, type CreateOptions, defaultSpec, launch, listClusters } from "../cluster/index.ts";
import { command } from "./shell/command.ts";
import { requireLocal } from "./support/clusters.ts";
import { ask, demoUrl, deployDemo } from "./support/demo.ts";

const name = "demo";

export default command({
  summary: "See it work: a cluster, an application in it, and its answer",
  usage: "",
  options: {},
  examples: ["start"],
  details: "May be interrupted and repeated at any time: what is there is used.",
  async run({ report, signal, note }) {
    const began = performance.now();
    await requireLocal({ report, signal });
    await using cluster = await bring({ report, signal });
    await deployDemo(cluster, { report, signal });
    const answer = await ask(cluster, demoUrl, { report, signal });
    const seconds = (performance.now() - began) / 1_000;
    note("");
    return {
      data: { cluster: name, url: demoUrl, answer, seconds },
      text: [
        `${demoUrl} answers:`,
        "",
        ...answer
          .trim()
          .split("\n")
          .map((line) => `  ${line}`),
        "",
        `A real Kubernetes cluster called ${name} runs on this machine (${seconds.toFixed(1)} s). Try:`,
        "",
        `  npx airworthy cluster exec ${name} -- kubectl get pods -A -o wide`,
        `  npx airworthy cluster shell ${name}`,
        "  npx airworthy cluster up --name big --nodes 3 --addons metrics-server",
        "  npx airworthy cluster list",
        `  npx airworthy cluster down ${name}`,
        "  npx airworthy --help",
      ].join("\n"),
    };
  },
});

async function bring(options: CreateOptions): Promise<Cluster> {
  const there = (await listClusters()).some((ref) => ref.name === name && ref.state === "ready");
  if (!there) await launch(defaultSpec(name), options);
  return attach(name);
}
