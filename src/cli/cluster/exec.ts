import { run } from "../../process/index.ts";
import { command } from "../shell/command.ts";
import { chooseName, clusters, providerOptions } from "../support/clusters.ts";
import { foreground } from "../support/foreground.ts";
import { withTools } from "../support/tools.ts";

export default command({
  summary: "Run a program of this machine in a cluster's network, with kubectl and a kubeconfig",
  usage: "[NAME] -- PROGRAM [ARGUMENT…]",
  options: providerOptions,
  examples: [
    "cluster exec dev -- kubectl get nodes -o wide",
    "cluster exec dev -- kubectl apply -f - < app.yaml",
    "cluster exec dev -- curl -s http://web.default.svc.cluster.local",
  ],
  details: "Input, output and exit code are the program's own. With --json its output is captured into the answer.",
  async run({ options, arguments: [given], rest: [program = "", ...args], json, terminal, report, signal }) {
    const target = await clusters(options);
    await using cluster = await target.attach(await chooseName(given, target));
    const wrapped = await withTools(
      cluster.command(program, args),
      ["helm", "kubectl"].includes(program) ? [program] : [],
      {
        report,
        signal,
      },
    );
    if (!json) return { exitCode: await foreground(terminal, wrapped) };
    const { code, stdout, stderr } = await run(wrapped.file, wrapped.args, {
      env: wrapped.env,
      signal,
      allowFailure: true,
    });
    return { data: { exitCode: code, stdout, stderr }, exitCode: code };
  },
});
