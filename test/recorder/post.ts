import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync } from "node:fs";
import { connect as connectSocket, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { heard, main, type Place, place, reader } from "./place.ts";

/** Users that nobody is. A test as root may be any of them; as anybody else there is only oneself. */
export const users = { recorder: 4242, ada: 1234, bob: 65534 } as const;
const root = process.getuid?.() === 0;
export const needsRoot = severalUsers();
/** Whether the users above can be used. */
export const isRoot = needsRoot === false;
/** Others must be able to load what they are to run. */
function severalUsers(): false | string {
  if (!root) return "needs root, to have several users";
  const { status } = spawnSync("cat", [main], { uid: users.ada, gid: users.ada });
  return status === 0 ? false : "other users cannot read this checkout";
}

export const myself = process.getuid?.() ?? 0;

const asUser = join(import.meta.dirname, "fixtures", "as-user.ts");
const client = join(import.meta.dirname, "fixtures", "client.ts");

/** A recorder in a process of its own, under a user of its own where that is possible. */
export interface Post {
  readonly place: Place;
  readonly socket: string;
  readonly process: ChildProcess;
  /** What it wrote about refusals. */
  said(): string;
}

/** Directories as an installation has them: the state is for the recorder alone, the socket for everybody. */
export function ground(): { place: Place; socket: string } {
  const here = place();
  const [state, run] = [join(here.directory, "state"), join(here.directory, "run")];
  mkdirSync(state, { mode: 0o700 });
  mkdirSync(run, { mode: 0o755 });
  if (isRoot) for (const directory of [state, run]) chownSync(directory, users.recorder, users.recorder);
  const [log, keys] = [join(state, "evidence"), join(state, "keys")];
  const env = { ...here.env, HOME: state, AIRWORTHY_LOG: log, AIRWORTHY_KEYS: keys };
  return { place: { ...here, log, keys, env, entries: reader(log, keys) }, socket: join(run, "recorder.sock") };
}

export async function startRecorder(
  { place: here, socket }: { place: Place; socket: string },
  options: readonly string[] = [],
): Promise<Post> {
  const uid = String(isRoot ? users.recorder : myself);
  const args = [asUser, uid, isRoot ? uid : String(process.getgid?.() ?? 0), "recorder", "--socket", socket];
  const child = spawn(process.execPath, [...args, "--log", here.log, ...options], {
    cwd: here.directory,
    env: here.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await heard(child, /listening on/, "stderr");
  return { place: here, socket, process: child, said: () => text };
}

export async function stop({ process: child }: Pick<Post, "process">, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, "exit");
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

export interface Client {
  readonly pid: number;
  readonly custody: string;
  readonly process: ChildProcess;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at by tests that know what they asked
  ask(method: string, ...args: unknown[]): Promise<any>;
  end(): Promise<void>;
}

/** What a client was told instead of an answer. */
export class Refused extends Error {
  readonly code: string;
  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

export async function clientOf(socket: string, user: number = myself): Promise<Client> {
  const child = spawn(process.execPath, [client, String(user), String(user), socket], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  after(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the client ended");
    const message = JSON.parse(value as string) as { answer?: unknown; code?: string; message?: string };
    if (message.code !== undefined) throw new Refused({ code: message.code, message: message.message ?? "" });
    return message.answer;
  };
  const { pid, custody } = (await next()) as { pid: number; custody: string };
  return {
    pid,
    custody,
    process: child,
    ask: async (method, ...args) => {
      child.stdin?.write(`${JSON.stringify([method, ...args])}\n`);
      return await next();
    },
    end: async () => {
      const exit = once(child, "exit");
      child.stdin?.end();
      await exit;
    },
  };
}

/** A bare connection, for what no honest client would send. */
export async function rawSocket(path: string): Promise<Socket> {
  const socket = connectSocket(path);
  socket.on("error", () => {});
  await once(socket, "connect");
  after(() => socket.destroy());
  return socket;
}
