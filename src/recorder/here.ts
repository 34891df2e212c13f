import { defaultLogDirectory, openLog } from "../evidence/index.ts";
import { createRedactor } from "../redaction/index.ts";
import { readConfig } from "../risk/index.ts";
import type { ConnectOptions, Recorder } from "./model.ts";
import { backendOver } from "./record/backend.ts";
import { recorderOver } from "./recorder.ts";

/** Recording by the one who is recorded: the key lies within reach, and every entry says so. */
export async function recorderHere(options: ConnectOptions): Promise<Recorder> {
  const directory = options.log ?? defaultLogDirectory(options.environment ?? process.env);
  const log = await openLog(directory, { create: true, custody: "shared" });
  const desk = { log, redactor: createRedactor(log.secret()), config: await readConfig(process.cwd()) };
  const { channel, through } = options;
  const backend = {
    ...backendOver(desk, { channel, through, custody: "shared" }),
    where: log.directory,
    made: log.created && { log: log.directory, key: log.created.key },
    close: () => log.close(),
  };
  return recorderOver(backend, options);
}
