import { fateOf } from "../alive.ts";
import type { Outcome, Recorder } from "../model.ts";
import { RecorderProblem } from "../problem.ts";
import type { OpenCall, OpenCalls } from "./open-calls.ts";
import { exitIn, forget } from "./wrap.ts";

/** Reports every call whose shell has left its exit code, however long ago the agent stopped looking. */
export async function closeFinished(recorder: Recorder, open: readonly OpenCall[], calls: OpenCalls): Promise<void> {
  for (const call of open) {
    const exit = call.marker === undefined ? undefined : await exitIn(call.marker);
    if (exit) await close(recorder, call, calls, exited(exit.code, "shell"));
    // What a dead agent left is closed by the recorder itself; only our note of it is left to go.
    else if (call.process && fateOf(call.process) === "dead") await drop(call, calls);
  }
}

/** Closes what will have no end that anybody sees. */
export async function closeUnseen(recorder: Recorder, open: readonly OpenCall[], calls: OpenCalls, why: string) {
  for (const call of open) {
    await close(recorder, call, calls, { verdict: "error", error: { kind: "lost", text: why } });
  }
}

export type Told = Omit<Outcome, "prescription">;

/** Of an exit code it is kept who told it: the shell that ran the command, or the agent that says so. */
export function exited(code: number, told: "shell" | "agent"): Told {
  return {
    verdict: code === 0 ? "success" : "failure",
    exitCode: code,
    references: [{ type: "exit-code-from", id: told }],
  };
}

export async function close(recorder: Recorder, call: OpenCall, calls: OpenCalls, told: Told): Promise<boolean> {
  if (!(await calls.take(call))) return false;
  try {
    await recorder.report({ prescription: call.prescription, ...told });
  } catch (thrown) {
    // Somebody was faster, such as the recorder with what a dead process left: it has its report, which is the point.
    if (!(thrown instanceof RecorderProblem) || thrown.code !== "ALREADY_REPORTED") {
      await calls.add(call);
      throw thrown;
    }
  }
  await forget(call.marker);
  return true;
}

async function drop(call: OpenCall, calls: OpenCalls): Promise<void> {
  if (await calls.take(call)) await forget(call.marker);
}
