import { type ConnectOptions, connect, parseActor, type Recorder } from "../../recorder/index.ts";
import type { Context, OptionSpecs, Values } from "../shell/command.ts";

/** Where it is recorded. */
export const placeOptions = {
  log: { type: "string", value: "DIRECTORY", text: "the log itself; your own unless told" },
  socket: { type: "string", value: "PATH", text: "a recorder's socket; the machine's recorder is found without" },
} as const satisfies OptionSpecs;

/** Who acts, and what belongs together. */
export const actorOptions = {
  actor: { type: "string", value: "KIND:ID", text: "who acts: agent:claude, human:ada, ci:deploy" },
  session: { type: "string", value: "NAME", text: "what belongs together; $AIRWORTHY_SESSION unless told" },
} as const satisfies OptionSpecs;

interface Options extends Partial<Values<typeof placeOptions> & Values<typeof actorOptions>> {
  /** False where a log that is not there is an error. */
  readonly create?: boolean;
}

/** The recorder that a command's options lead to. On the first use of a log it says where log and key are. */
export async function recorderOf(
  options: Options,
  channel: ConnectOptions["channel"],
  { terminal, note }: Pick<Context<OptionSpecs>, "terminal" | "note">,
): Promise<Recorder> {
  const recorder = await connect({
    log: options.log,
    socket: options.socket,
    create: options.create,
    actor: options.actor === undefined ? undefined : parseActor(options.actor),
    session: options.session ?? (terminal.env.AIRWORTHY_SESSION || undefined),
    channel,
    environment: terminal.env,
  });
  if (recorder.made) note(welcome(recorder.made));
  return recorder;
}

export function welcome({ log, key }: { readonly log: string; readonly key: string }): string {
  return [
    `made an evidence log: ${log}`,
    `made its key:         ${key} (whoever has it can write history; who verifies needs: airworthy log keys export)`,
  ].join("\n");
}
