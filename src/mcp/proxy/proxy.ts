import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { Actor } from "../../evidence/index.ts";
import { newId } from "../../evidence/index.ts";
import { messageOf, Problem } from "../../problem/index.ts";
import { McpProblem } from "../problem.ts";
import { Standing } from "../standing.ts";
import { eachLine, write } from "./lines.ts";
import { type Message, messagesIn } from "./message.ts";
import { Witness } from "./witness.ts";

export interface ProxyOptions {
  /** The program of the server and its arguments. */
  readonly server: readonly string[];
  readonly name: string;
  readonly onlyChanges: boolean;
  readonly onFailure: "block" | "pass";
  readonly log?: string | undefined;
  readonly socket?: string | undefined;
  readonly actor?: Actor | undefined;
  readonly session?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  readonly onTrouble: (text: string) => void;
}

/** JSON-RPC leaves these numbers to whoever answers in a server's place. */
const notRecorded = -32_050;

/** Passes messages between a client and a server that it starts, both ways, unchanged. Gives the server's exit code. */
export async function proxy(options: ProxyOptions): Promise<number> {
  const { log, socket, environment, name, onlyChanges, onTrouble, actor, input, output } = options;
  const covers = onlyChanges ? [`tools of ${name} that may change something`] : [`every tool call to ${name}`];
  const excludes = ["what the server does beside its answers", "how a tool comes to its result: its word counts"];
  const place = { channel: "mcp-proxy", through: name, log, socket, environment } as const;
  await using recorder = new Standing(place, { covers, excludes });
  // From the beginning, so that whoever cannot record learns it before the first call.
  await recorder.use(async () => {}).catch((thrown) => onTrouble(`nothing can be recorded: ${messageOf(thrown)}`));
  const session = options.session ?? newId();
  const witness = new Witness(recorder, { name, onlyChanges, actor, session, environment, onTrouble });

  const [program = "", ...args] = options.server;
  const child = spawn(program, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  await once(child, "spawn").catch((cause) => {
    throw new McpProblem("NO_SERVER", `${program}: cannot be started: ${messageOf(cause)}`, { cause });
  });
  child.stdin.on("error", () => {}); // It may end before it has read everything.
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  options.signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });

  const toServer = eachLine(input, async (line) => {
    const refused = await look(line, witness, options);
    if (refused === undefined) await write(child.stdin, line);
    else await write(output, refused);
  }).then(() => child.stdin.end());
  const toClient = eachLine(child.stdout, async (line) => {
    for (const message of messagesIn(line.toString())) await witness.fromServer(message);
    await write(output, line);
  });
  toServer.catch((thrown) => onTrouble(messageOf(thrown)));
  await toClient;
  const [code, signal] = await exited;
  input.destroy();
  await witness.end();
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** Records what is in a line from the client. Gives the answer in the server's place if the line must not go on. */
async function look(line: Buffer, witness: Witness, options: ProxyOptions): Promise<string | undefined> {
  const messages = messagesIn(line.toString());
  try {
    for (const message of messages) await witness.fromClient(message);
    return undefined;
  } catch (thrown) {
    if (options.onFailure === "pass") {
      options.onTrouble(`NOT RECORDED: ${messageOf(thrown)}`);
      return undefined;
    }
    for (const message of messages) await witness.neverSent(message);
    return refusal(messages, thrown);
  }
}

/** Where several messages came in one line, none of them goes on. */
function refusal(messages: readonly Message[], thrown: unknown): string {
  const { code, hint } = thrown instanceof Problem ? thrown : { code: "BUG", hint: undefined };
  const message = `not run, because airworthy could not record it: ${messageOf(thrown)}`;
  const answers = messages
    .filter(({ id, method }) => id !== undefined && method !== undefined)
    .map(({ id }) => ({ jsonrpc: "2.0", id, error: { code: notRecorded, message, data: { code, hint } } }));
  return `${JSON.stringify(answers.length === 1 ? answers[0] : answers)}\n`;
}
