import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { command } from "../shell/command.ts";
import { chooseName, clusters, providerOptions } from "../support/clusters.ts";
import { foreground } from "../support/foreground.ts";
import { withTools } from "../support/tools.ts";

export default command({
  summary: "Open a shell in a cluster's network, with kubectl, helm and a kubeconfig",
  usage: "[NAME]",
  options: providerOptions,
  examples: ["cluster shell dev"],
  details: "The shell is $SHELL. Its exit code is passed on.",
  async run({ options, arguments: [given], terminal, report, signal, note }) {
    const target = await clusters(options);
    await using cluster = await target.attach(await chooseName(given, target));
    const shell = terminal.env.SHELL || "/bin/sh";
    const folder = await mkdtemp(join(tmpdir(), "airworthy-shell-"));
    try {
      const args = await promptArguments(shell, cluster.name, folder);
      const wrapped = await withTools(cluster.command(shell, args), ["kubectl", "helm"], { report, signal });
      note(`cluster ${cluster.name}: kubectl and helm are on PATH, KUBECONFIG is set; leave with exit`);
      const env = { ...wrapped.env, AIRWORTHY_CLUSTER: cluster.name, PS1: `(${cluster.name}) $ ` };
      const exitCode = await foreground(terminal, { ...wrapped, env });
      return { data: { name: cluster.name, exitCode }, exitCode };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Bash takes its prompt from its start file, after everything the user set there; other shells take $PS1. */
async function promptArguments(shell: string, name: string, folder: string): Promise<string[]> {
  if (basename(shell) !== "bash") return [];
  const file = join(folder, "bashrc");
  // The user's own start file may change PATH; what we brought must stay findable.
  const lines = [
    "kept=$PATH",
    "[ -f ~/.bashrc ] && . ~/.bashrc",
    "PATH=$kept:$PATH",
    `PS1="(${name}) $PS1"`,
    "unset kept",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return ["--rcfile", file];
}
