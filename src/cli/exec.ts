import { readFile, writeFile } from "node:fs/promises";
import { type Executed, execute, traceHere, within } from "../recorder/index.ts";
import { command } from "./shell/command.ts";
import { exitCodes } from "./shell/exit.ts";
import { duration } from "./support/duration.ts";
import { exitCodeOfEnding, recordOf } from "./support/executed.ts";
import { level } from "./support/level.ts";
import { actorOptions, placeOptions, recorderOf } from "./support/recording.ts";
import { peekAtInput, readInput } from "./support/standard-input.ts";

export default command({
  summary: "Run a command between a record of what it is to do and a record of what came of it",
  usage: "-- COMMAND [ARGUMENT…]",
  wraps: true,
  options: {
    ...actorOptions,
    intent: { type: "string", value: "TEXT", text: "why, in your own words" },
    scope: {
      type: "string",
      value: "WORD",
      text: "where this is, if the command does not say: production, staging, …",
    },
    findings: {
      type: "string",
      multiple: true,
      value: "FILE",
      text: "a scanner's report as SARIF, to count for the risk",
    },
    confirm: { type: "string", value: "LEVEL", text: "ask at the terminal first from this risk on: low to critical" },
    timeout: { type: "string", value: "TIME", text: "end the command after this time, as in 30s or 1h30m" },
    "capture-output": { type: "boolean", text: "keep what it prints, redacted; its output is then no terminal" },
    "read-stdin": { type: "boolean", text: "read all of standard input first, so that it counts for the risk" },
    record: { type: "string", value: "FILE", text: "write the record there as JSON" },
    quiet: { type: "boolean", short: "q", text: "do not show the risk" },
    ...placeOptions,
  },
  examples: [
    "exec kubectl apply -f app.yaml",
    "exec --intent 'roll back the bad release' --confirm high helm rollback web 3",
    "exec --actor agent:claude --session incident-42 --timeout 10m -- terraform apply plan.out",
    "exec --json sh -c 'exit 7'",
  ],
  details: [
    "The prescription is on disk before the command starts. The command has your terminal, input, output and signals;",
    "its exit code is the answer, and if a signal ends it, the same signal ends us. Our own words go to standard error,",
    "with --json as one JSON object at the end.",
    "",
    "exit codes of our own:  5 declined (asked by --confirm)  124 timed out  125 not recorded, so not run",
    "                        126 not executable  127 no such program",
  ].join("\n"),
  async run(context) {
    const { options, rest, json, terminal, signal, note } = context;
    const timeoutMs = options.timeout === undefined ? undefined : duration("--timeout", options.timeout);
    const from = options.confirm === undefined ? undefined : level("--confirm", options.confirm);
    const findings = await Promise.all(options.findings.map(async (name) => ({ name, bytes: await readFile(name) })));
    const input = options["read-stdin"] ? await readInput(terminal.stdin) : undefined;
    const stdin = input ?? peekAtInput();
    const decide = from && (await import("./support/confirm.ts")).confirmation(from, terminal.stderr, signal);
    await using recorder = await recorderOf(options, "exec", context);
    using stack = new DisposableStack();
    const executed = await execute(
      recorder,
      {
        command: rest,
        intent: options.intent,
        trace: traceHere(terminal.env),
        findings,
        ...(stdin ? { stdin } : {}),
        ...(options.scope === undefined ? {} : { scope: options.scope }),
      },
      {
        timeoutMs,
        capture: options["capture-output"],
        input: input?.bytes,
        signal,
        decide,
        onPrescribed: ({ id, answer }) => {
          terminal.env[within] = id; // Launchers inside see that it is on record already.
          if (!options.quiet && !json) note(answer);
          stack.use(terminal.handOver());
        },
      },
    );
    const record = recordOf(executed, recorder);
    if (options.record !== undefined) await writeFile(options.record, `${JSON.stringify(record, null, 2)}\n`);
    if (executed.unreported !== undefined) note(unreported(executed));
    if (!executed.ending) return { data: record, text: refused(executed), exitCode: exitCodes.refused };
    const { error, signal: endedBy } = executed.ending;
    if (error?.kind === "not-started") note(`error: ${error.text}`);
    if (error?.kind === "timeout") note(`error: ${error.text}: ended`);
    const died = endedBy !== undefined && error?.kind !== "timeout";
    return { data: record, exitCode: exitCodeOfEnding(executed.ending), ...(died ? { signal: endedBy } : {}) };
  },
});

function unreported({ prescribed, unreported: why }: Executed): string {
  return `warning: the command ran, but its end is not recorded: ${why}\nprescription ${prescribed.id} stays open`;
}

function refused({ prescribed }: Executed): string {
  return `declined: not run; recorded as ${prescribed.id}`;
}
