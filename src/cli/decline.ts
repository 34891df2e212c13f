import { command } from "./shell/command.ts";
import { UsageProblem } from "./shell/exit.ts";
import { proposalOf, proposalOptions } from "./support/proposal.ts";
import { actorOptions, placeOptions, recorderOf } from "./support/recording.ts";

export default command({
  summary: "Write down that something is not done, and why",
  usage: "[ID] -- [COMMAND…]",
  options: {
    trigger: { type: "string", value: "WORD", text: "what made you stop: risk, policy, wrong-target, …" },
    reason: { type: "string", value: "TEXT", text: "why, in at most 512 characters" },
    ...actorOptions,
    ...proposalOptions,
    ...placeOptions,
  },
  examples: [
    "decline 01900000-0000-7000-8000-000000000000 --trigger risk --reason 'it would delete the production database'",
    "decline --trigger wrong-target --reason 'the context is production' -- kubectl delete ns shop",
  ],
  details: "With an ID it closes that prescription. Without one it prescribes what is declined first.",
  async run(context) {
    const {
      options,
      arguments: [prescription],
      rest,
      terminal,
    } = context;
    const { trigger, reason } = options;
    if (trigger === undefined || reason === undefined) {
      const missing = trigger === undefined ? "--trigger WORD" : "--reason TEXT";
      throw new UsageProblem("MISSING_ARGUMENT", `decline: expected ${missing}, found nothing`);
    }
    const intent = prescription === undefined ? await proposalOf(options, rest, terminal) : undefined;
    if (prescription !== undefined && rest.length > 0) {
      throw new UsageProblem("EXTRA_ARGUMENT", "decline: expected an ID or a command after --, found both");
    }
    await using recorder = await recorderOf(options, "cli", context);
    const reported = await recorder.decline({ prescription, intent, trigger, reason });
    return { data: reported, text: `declined: recorded as ${reported.id}` };
  },
});
