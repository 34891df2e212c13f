import { ClusterProblem } from "../../cluster/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { chooseName, clusters, providerOptions } from "../support/clusters.ts";
import { forwardApi } from "../support/forward-api.ts";

export default command({
  summary: "Forward a cluster's API to a loopback port for as long as this runs",
  usage: "[NAME]",
  options: {
    port: { type: "string", value: "N", text: "port on 127.0.0.1; a free one if not said" },
    ...providerOptions,
  },
  examples: ["cluster proxy dev", "cluster proxy dev --port 6443"],
  details: [
    "Prints the name of a kubeconfig for programs of this machine. TLS goes through untouched: whoever connects needs",
    "credentials as anywhere else. Ctrl-C ends it and removes the file.",
  ].join("\n"),
  async run({ options, arguments: [given], terminal, json, signal, note }) {
    const port = Number(options.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new UsageProblem("BAD_OPTION", `--port: expected a number up to 65535, found "${options.port}"`);
    }
    const target = await clusters(options);
    await using cluster = await target.attach(await chooseName(given, target));
    if (cluster.provider !== "local") {
      throw new ClusterProblem(
        "NOT_SUPPORTED",
        `cluster ${cluster.name}: its API is reachable from this machine already`,
        {
          hint: "airworthy cluster kubeconfig prints how",
        },
      );
    }
    await using forward = await forwardApi(cluster, port);
    const answer = { name: cluster.name, server: forward.server, kubeconfig: forward.kubeconfig };
    const text = json ? JSON.stringify(answer) : `export KUBECONFIG=${forward.kubeconfig}`;
    terminal.stdout.stream.write(`${text}\n`);
    note(`the API of ${cluster.name} is at ${forward.server} until Ctrl-C`);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return {};
  },
});
