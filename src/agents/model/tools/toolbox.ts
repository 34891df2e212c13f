import type { Stage } from "../../contract.ts";
import type { Server } from "../../sources/index.ts";
import { files } from "./files.ts";
import { finish } from "./finish.ts";
import { connectServer } from "./server.ts";
import { shell } from "./shell.ts";
import type { Tool } from "./tool.ts";

export interface Toolbox extends AsyncDisposable {
  readonly tools: readonly Tool[];
  /** What servers want a model to know. */
  readonly instructions: readonly string[];
}

/** All that a model can do in one trial: by the shell and files or by a server in their place, and the recorder's tools. */
export async function openToolbox(
  { home, recorder, servers: offered = [] }: Pick<Stage, "home" | "recorder" | "servers">,
  server: Server | undefined,
  /** What the recorder writes down about who acts. */
  who: { readonly model: string; readonly prompt: string },
  signal: AbortSignal,
): Promise<Toolbox> {
  await using undo = new AsyncDisposableStack();
  const told = ["--model", who.model, "--prompt", who.prompt];
  const servers = [
    ...(server === undefined ? [] : [{ ...server, isShell: true }]),
    ...offered,
    ...(recorder === "offered" ? [{ name: "airworthy", command: ["airworthy", "mcp", ...told] }] : []),
  ];
  const connected = [];
  for (const each of servers) connected.push(undo.use(await connectServer(home, each, signal)));
  const all = undo.move();
  return {
    tools: [
      ...(server === undefined ? [shell(home), ...files(home)] : []),
      ...connected.flatMap(({ tools }) => tools),
      finish(home),
    ],
    instructions: connected.flatMap(({ instructions }) => instructions ?? []),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
