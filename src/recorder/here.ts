import { defaultKeyDirectory, defaultLogDirectory, openLog } from "../evidence/index.ts";
import type { ConnectOptions, Recorder } from "./model.ts";
import { backendOver } from "./record/backend.ts";
import { deskOver } from "./record/desk.ts";
import { recorderOver } from "./recorder.ts";

/** Recording by the one who is recorded: the key lies within reach, and every entry says so. */
export async function recorderHere(options: ConnectOptions): Promise<Recorder> {
  const { environment = process.env, create = true } = options;
  const directory = options.log ?? defaultLogDirectory(environment);
  const keyDirectory = defaultKeyDirectory(environment);
  const log = await openLog(directory, { create, keyDirectory, custody: "shared" });
  const desk = deskOver(log, process.cwd());
  const { channel, through } = options;
  const backend = {
    ...backendOver(desk, { channel, through, custody: "shared" }),
    where: log.directory,
    made: log.created && { log: log.directory, key: log.created.key },
    close: () => log.close(),
  };
  return recorderOver(backend, options);
}
