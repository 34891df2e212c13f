import { command } from "../shell/command.ts";
import { chooseName, clusters, providerOptions } from "../support/clusters.ts";

export default command({
  summary: "Print a cluster's kubeconfig, with all rights",
  usage: "[NAME]",
  options: providerOptions,
  examples: ["cluster kubeconfig dev", "cluster kubeconfig dev > dev.kubeconfig"],
  async run({ options, arguments: [given], note }) {
    const target = await clusters(options);
    await using cluster = await target.attach(await chooseName(given, target));
    if (cluster.provider === "local") {
      note(
        `good inside: airworthy cluster shell ${cluster.name} (or exec); for the host run: cluster proxy ${cluster.name}`,
      );
    }
    return { data: { name: cluster.name, kubeconfig: cluster.kubeconfig }, text: cluster.kubeconfig };
  },
});
