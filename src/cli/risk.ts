import { assess, explain, gather, readConfig } from "../risk/index.ts";
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
    "exit codes: 0, or with --fail-on 1 if the risk is that high. A FILE alone is taken as something to be applied.",
  async run({ options, arguments: file, rest, terminal }) {
    const from = options["fail-on"] === undefined ? undefined : level("--fail-on", options["fail-on"]);
    const proposal = await proposalOf({ ...options, file }, rest, terminal);
    const assessment = await assess(await gather(proposal), await readConfig(process.cwd()));
    const high = from !== undefined && isAtLeast(assessment.level, from);
    return { data: assessment, text: explain(assessment), exitCode: high ? exitCodes.failed : exitCodes.ok };
  },
});
