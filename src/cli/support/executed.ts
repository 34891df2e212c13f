import { constants } from "node:os";
import type { Ending, Executed, Recorder } from "../../recorder/index.ts";
import { exitCodes } from "../shell/exit.ts";

/** What a shell would say of a command that ended so. */
export function exitCodeOfEnding({ code, signal, error, cannotStart }: Ending): number {
  if (cannotStart === "not-found") return exitCodes.noSuchProgram;
  if (cannotStart === "not-executable") return exitCodes.notExecutable;
  if (error?.kind === "timeout") return exitCodes.timedOut;
  return code ?? 128 + (signal === undefined ? 0 : constants.signals[signal]);
}

/** The whole of it as data. */
export function recordOf({ prescribed, ending, reported, unreported }: Executed, { where }: Recorder) {
  const { assessment, id, hash, sequence, custody } = prescribed;
  const outcome = ending && {
    verdict: ending.error ? "error" : ending.code === 0 ? "success" : "failure",
    exitCode: ending.code,
    signal: ending.signal,
    error: ending.error,
    durationMs: ending.durationMs,
  };
  return {
    prescription: id,
    hash,
    sequence,
    custody,
    where,
    assessment,
    outcome: outcome ?? { verdict: "declined" },
    report: reported?.id,
    unreported,
  };
}
