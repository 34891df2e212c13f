import { command } from "../shell/command.ts";
import { columns, span } from "../shell/format.ts";
import { clusters, providerOptions } from "../support/clusters.ts";

export default command({
  summary: "Show the clusters there are",
  usage: "",
  options: providerOptions,
  examples: ["cluster list", "cluster list --json", "cluster list --provider existing --context kind-dev"],
  async run({ options }) {
    const refs = await (await clusters(options)).list();
    const rows = refs.map(({ name, state, spec, since }) => [
      name,
      state,
      spec.nodes.map((node) => node.name).join(","),
      [...(spec.profile === "plain" ? [] : [spec.profile]), ...spec.addons].join(",") || "-",
      span(Date.now() - Date.parse(since)),
    ]);
    const table = columns([["NAME", "STATE", "NODES", "WITH", "AGE"], ...rows]);
    return { data: refs, text: refs.length > 0 ? table : "no clusters; make one: airworthy cluster up" };
  },
});
