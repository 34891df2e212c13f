import { basename } from "node:path";
import { assess, type Document, explain, gather, type Proposal, readConfig } from "../risk/index.ts";
import { command } from "./shell/command.ts";
import { exitCodes } from "./shell/exit.ts";
import { isAtLeast, level } from "./support/level.ts";
import { proposalOf, proposalOptions } from "./support/proposal.ts";

const { file: _, ...options } = proposalOptions;

export default command({
  summary: "Say what a command or a document would touch and how dangerous that is; nothing is run or recorded",
  usage: "[FILE…] -- [COMMAND…]",
  options: {
    ...options,
    "fail-on": { type: "string", value: "LEVEL", text: "exit with 1 from this risk on: low, medium, high, critical" },
  },
  examples: [
    "risk -- kubectl delete namespace shop",
    "risk app.yaml",
    "risk - --tool kubectl --operation apply --fail-on high < rendered.yaml",
    "risk --shell 'terraform destroy -auto-approve' --scope production --json",
  ],
  details:
    "exit codes: 0, or with --fail-on 1 if the risk is that high. A FILE alone is taken for\nsomething to be applied: a manifest, a plan of terraform as JSON, a compose file.",
  async run({ options, arguments: file, rest, terminal }) {
    const from = options["fail-on"] === undefined ? undefined : level("--fail-on", options["fail-on"]);
    const given = await proposalOf({ ...options, file }, rest, terminal);
    const isBare = file.length > 0 && [rest[0], options.shell, options.tool].every((each) => each === undefined);
    const proposal = isBare ? { ...given, ...usualUse(file, given.documents ?? []) } : given;
    const assessment = await assess(await gather(proposal), await readConfig(process.cwd()));
    const high = from !== undefined && isAtLeast(assessment.level, from);
    return { data: assessment, text: explain(assessment), exitCode: high ? exitCodes.failed : exitCodes.ok };
  },
});

/** What is usually done with such files, where nobody says. */
function usualUse(names: readonly string[], documents: readonly Document[]): Proposal {
  const files = names.flatMap((name) => ["-f", name]);
  const [first] = documents;
  if (first && /"resource_changes"\s*:/.test(Buffer.from(first.bytes).toString("latin1"))) {
    return { tool: "terraform", operation: "apply" };
  }
  const isCompose = /^(docker-)?compose\b.*\.ya?ml$/.test(basename(names[0] ?? ""));
  const command = isCompose ? ["docker", "compose", ...files, "up"] : ["kubectl", "apply", ...files];
  const stdin = documents[names.indexOf("-")];
  return { command, documents: [], ...(stdin ? { stdin } : {}) };
}
