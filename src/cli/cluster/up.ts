import { command } from "../shell/command.ts";
import { span } from "../shell/format.ts";
import { clusters, providerOptions } from "../support/clusters.ts";
import { specOf, specOptions } from "../support/spec-options.ts";

export default command({
  summary: "Make a cluster that stays until it is taken down",
  usage: "",
  options: { ...specOptions, ...providerOptions },
  examples: [
    "cluster up",
    "cluster up --name shop --nodes 3 --addons metrics-server,ingress",
    "cluster up --node name=web --node 'name=db,labels=disk=ssd,taints=dedicated=db:NoSchedule,memory=2Gi'",
    "cluster up --profile k3s --json",
    "cluster up --provider existing --context kind-dev",
  ],
  details: [
    "A local cluster is a real Kubernetes in namespaces of this machine: nothing listens on the host and no route",
    "leads out. With --provider existing it is a namespace of our own in a cluster that you name by its context.",
  ].join("\n"),
  async run({ options, report, signal }) {
    const spec = specOf(options);
    const target = await clusters(options);
    const began = performance.now();
    const ref = await target.up(spec, { report, signal });
    const ms = Math.round(performance.now() - began);
    return {
      data: { ...ref, ms },
      text: [`cluster ${ref.name} is ready (${span(ms)})`, "", ...nextSteps(ref.name, options.context)].join("\n"),
    };
  },
});

function nextSteps(name: string, context: string | undefined): string[] {
  const where = context === undefined ? "" : ` --context ${context}`;
  return [
    `  airworthy cluster shell ${name}${where}`,
    `  airworthy cluster exec ${name}${where} -- kubectl get pods -A`,
    `  airworthy cluster down ${name}${where}`,
  ];
}
