import { traceHere } from "../recorder/index.ts";
import { command } from "./shell/command.ts";
import { duration } from "./support/duration.ts";
import { proposalOf, proposalOptions } from "./support/proposal.ts";
import { actorOptions, placeOptions, recorderOf } from "./support/recording.ts";

export default command({
  summary: "Write down what is about to be done, and learn its risk",
  usage: "-- [COMMAND…]",
  options: {
    ...actorOptions,
    intent: { type: "string", value: "TEXT", text: "why, in your own words" },
    ...proposalOptions,
    expires: { type: "string", value: "TIME", text: "a report is late after this; an hour unless told" },
    ...placeOptions,
  },
  examples: [
    "prescribe --actor agent:claude -- kubectl delete deployment web",
    "prescribe --shell 'helm upgrade web ./chart && kubectl rollout status deploy/web'",
    "prescribe --tool argocd --operation sync --file app.yaml --json",
  ],
  details:
    "Report what came of it with: airworthy report ID. Where we can run the command ourselves, use: airworthy exec",
  async run(context) {
    const { options, rest, terminal } = context;
    const proposal = await proposalOf(options, rest, terminal);
    const expires =
      options.expires === undefined ? undefined : Math.ceil(duration("--expires", options.expires) / 1000);
    await using recorder = await recorderOf(options, "cli", context);
    const { intent } = options;
    const prescribed = await recorder.prescribe({ ...proposal, intent, expires, trace: traceHere(terminal.env) });
    return { data: prescribed, text: `${prescribed.id}\n${prescribed.answer}` };
  },
});
