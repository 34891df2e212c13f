import { messageOf } from "../../problem/index.ts";
import { identityOf } from "../alive.ts";
import type { Intent, Outcome, Prescribed, PrescribeOptions, Recorder, Reported } from "../model.ts";
import { type Ending, type RunOptions, runInForeground } from "./run.ts";

export interface ExecuteOptions extends RunOptions, PrescribeOptions {
  /** Aborted before the command starts, it does not start. From then on signals are the command's. */
  readonly signal: AbortSignal;
  /** The prescription is durable, the command not started. */
  readonly onPrescribed?: ((prescribed: Prescribed) => void) | undefined;
}

/** What came of it. Without an ending nothing was run: it was declined. */
export interface Executed {
  readonly prescribed: Prescribed;
  readonly ending?: Ending;
  readonly reported?: Reported;
  /** Why there is no report although the command ran. Whoever comes next closes the prescription as lost. */
  readonly unreported?: string;
}

/** Nobody waits for a command that runs longer than this. While we live it is not late, whatever the clock says. */
const expires = 7 * 24 * 3600;

const tidyMs = 1_000;

/** Runs a command between its prescription and its report. */
export async function execute(
  recorder: Recorder,
  intent: Intent & { readonly command: readonly string[] },
  options: ExecuteOptions,
): Promise<Executed> {
  const prescribed = await recorder.prescribe({ expires, process: identityOf(), ...intent }, options);
  if (prescribed.declined) return { prescribed, reported: prescribed.declined };
  if (options.signal.aborted) {
    const error = { kind: "not-started", text: "interrupted before it began" } as const;
    await recorder.report({ prescription: prescribed.id, verdict: "error", error });
    throw options.signal.reason;
  }
  options.onPrescribed?.(prescribed);
  using _ = tidyLater(recorder);
  const ending = await runInForeground(intent.command, options);
  try {
    return { prescribed, ending, reported: await recorder.report(outcomeOf(prescribed.id, ending)) };
  } catch (thrown) {
    // The command ran, and its exit code is what whoever called it must get.
    return { prescribed, ending, unreported: messageOf(thrown) };
  }
}

/** Whoever waits for a command has the time to close what others left open; a short one is not kept up by it. */
function tidyLater(recorder: Recorder): Disposable {
  const timer = setTimeout(() => recorder.closeLost().catch(() => {}), tidyMs);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

function outcomeOf(prescription: string, { code, signal, error, durationMs, output }: Ending): Outcome {
  const verdict = error ? "error" : code === 0 ? "success" : "failure";
  return { prescription, verdict, exitCode: error ? undefined : code, signal, error, durationMs, output };
}
