import { existsSync } from "node:fs";
import { recorderHere } from "./here.ts";
import type { ConnectOptions, Recorder } from "./model.ts";
import { invalid } from "./record/input.ts";

/** Where a recorder of the whole machine listens. */
export const machineSocket = "/run/airworthy/recorder.sock";

/**
 * The way to a log. Where a recorder of its own listens, that one has the key and the log, and there is no way around
 * it by accident: a socket that does not answer is an error, never a reason to write somewhere else.
 */
export async function connect(options: ConnectOptions): Promise<Recorder> {
  if (options.log !== undefined && options.socket !== undefined) {
    throw invalid("expected the directory of a log or the socket of a recorder, found both");
  }
  const socket =
    options.log === undefined ? (options.socket ?? socketHere(options.environment ?? process.env)) : undefined;
  if (socket === undefined) return await recorderHere(options);
  return await (await import("./socket/client.ts")).recorderAt(socket, options);
}

function socketHere({ AIRWORTHY_RECORDER: named }: NodeJS.ProcessEnv): string | undefined {
  if (named === "none") return undefined;
  return named || (existsSync(machineSocket) ? machineSocket : undefined);
}
