import type { Outcome } from "../recorder/index.ts";
import { command, type Values } from "./shell/command.ts";
import { UsageProblem } from "./shell/exit.ts";
import { duration } from "./support/duration.ts";
import { documentOf } from "./support/proposal.ts";
import { actorOptions, placeOptions, recorderOf } from "./support/recording.ts";

const outcomeOptions = {
  "exit-code": { type: "string", value: "N", text: "what the command returned: 0 is success, above 0 is failure" },
  verdict: { type: "string", value: "WORD", text: "success, failure or error; it must agree with the exit code" },
  error: { type: "string", value: "TEXT", text: "why there is no exit code" },
  signal: { type: "string", value: "NAME", text: "what ended it, as in SIGKILL" },
  duration: { type: "string", value: "TIME", text: "how long it took, as in 850ms or 2m" },
  output: { type: "string", multiple: true, value: "FILE", text: "what it said; kept after redaction" },
  reference: { type: "string", multiple: true, value: "TYPE:ID", text: "where to look further: pr:17, run:8812" },
} as const;

export default command({
  summary: "Write down what came of what was prescribed",
  usage: "ID",
  options: { ...outcomeOptions, actor: actorOptions.actor, ...placeOptions },
  examples: [
    "report 01900000-0000-7000-8000-000000000000 --exit-code 0",
    "report 01900000-0000-7000-8000-000000000000 --exit-code 1 --output apply.log --duration 2m",
    "report 01900000-0000-7000-8000-000000000000 --error 'the connection was lost'",
  ],
  details: [
    "There is one report for each prescription. A second one, one for a prescription that nobody wrote, one by somebody",
    "else, and one whose verdict is not what the exit code says are refused; that they were tried is recorded.",
  ].join("\n"),
  async run(context) {
    const {
      options,
      arguments: [id = ""],
      terminal,
    } = context;
    const output = await Promise.all(options.output.map((name) => documentOf(name, terminal)));
    const outcome: Outcome = { prescription: id, ...outcomeOf(options), output };
    await using recorder = await recorderOf(options, "cli", context);
    const reported = await recorder.report(outcome);
    const remarks = reported.anomalies.map(({ kind, text }) => `${kind}: ${text}`);
    return { data: reported, text: [`${outcome.verdict}: recorded as ${reported.id}`, ...remarks].join("\n") };
  },
});

function outcomeOf(options: Values<typeof outcomeOptions>): Omit<Outcome, "prescription" | "output"> {
  const text = options["exit-code"];
  const exitCode = text === undefined ? undefined : Number(text);
  if (exitCode !== undefined && !(Number.isSafeInteger(exitCode) && exitCode >= 0 && text?.trim() !== "")) {
    throw bad(`--exit-code: expected a whole number from 0, found "${text}"`);
  }
  if (exitCode === undefined && options.error === undefined && options.verdict === undefined) {
    throw new UsageProblem("MISSING_ARGUMENT", "report: expected --exit-code, --error or --verdict, found none");
  }
  const { signal, error } = options;
  return {
    verdict: verdictOf(options.verdict, exitCode),
    exitCode,
    signal,
    durationMs: options.duration === undefined ? undefined : duration("--duration", options.duration),
    error: error === undefined ? undefined : { kind: signal === undefined ? "other" : "killed", text: error },
    references: options.reference.map(referenceOf),
  };
}

function verdictOf(said: string | undefined, exitCode: number | undefined): Outcome["verdict"] {
  if (said === undefined) return exitCode === undefined ? "error" : exitCode === 0 ? "success" : "failure";
  if (said === "success" || said === "failure" || said === "error") return said;
  const hint = said === "declined" ? "run: airworthy decline ID --trigger WORD --reason TEXT" : undefined;
  throw bad(`--verdict: expected success, failure or error, found "${said}"`, hint);
}

function referenceOf(text: string): { type: string; id: string } {
  const [, type, id] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (type !== undefined && id !== undefined) return { type, id };
  throw bad(`--reference: expected TYPE:ID, found "${text}"`);
}

function bad(message: string, hint?: string): UsageProblem {
  return new UsageProblem("BAD_OPTION", message, { hint });
}
