import { mkdir, open, rm, stat } from "node:fs/promises";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { dirname, resolve } from "node:path";
import { type EvidenceLog, openLog } from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { withLock } from "../../process/index.ts";
import { userHere } from "../identity.ts";
import { RecorderProblem } from "../problem.ts";
import { backendOver } from "../record/backend.ts";
import { deskOver } from "../record/desk.ts";
import { peerOf } from "./peer.ts";
import { listen } from "./server.ts";

export interface ServeOptions {
  readonly socket: string;
  readonly log: string;
  readonly keys?: string | undefined;
  /** Where the words for "production" and the like are: the recorder's own, never the client's. */
  readonly config?: string | undefined;
  readonly allowed?: readonly number[] | undefined;
  /** Ends the service: what is being answered is answered, and the end is written down. */
  readonly signal: AbortSignal;
  readonly onReady?: ((log: EvidenceLog) => void) | undefined;
  readonly onRefusal?: ((why: string) => void) | undefined;
}

/** How often it looks for what is overdue, and for what the dead left open. */
const tidyMs = 60_000;

/** The recorder outside the reach of those whom it records: alone it has the key and the log. */
export async function serve(options: ServeOptions): Promise<void> {
  const path = resolve(options.socket);
  await prepareDirectory(dirname(path));
  await alone(path, async () => {
    await rm(path, { force: true }); // What is there was left behind: nobody else holds the lock.
    await proveThatPeersAreKnown(path);
    await using log = await openLog(options.log, { create: true, keyDirectory: options.keys, custody: "separate" });
    const desk = deskOver(log, options.config ?? dirname(log.directory));
    await desk.config(); // What is wrong with it, its owner should hear and no client.
    const own = backendOver(desk, { channel: "recorder", custody: "separate" });
    const coverage = {
      actor: { kind: "service", id: userHere() } as const,
      covers: [`what is asked at ${path}`],
      excludes: ["what is done without asking here", "what root does"],
    };
    await own.closeLost();
    await own.cover({ ...coverage, state: "open" });
    const server = await listen({ path, desk, allowed: options.allowed, onRefusal: options.onRefusal });
    options.onReady?.(log);
    const tidy = setInterval(() => own.closeLost().catch(() => {}), tidyMs);
    await aborted(options.signal);
    clearInterval(tidy);
    await server.close();
    await own.cover({ ...coverage, state: "closed" });
  });
}

/** Whoever can write to the directory can put a socket of their own in the place of ours. */
async function prepareDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const { mode, uid } = await stat(directory);
  const others = mode & 0o022;
  if (uid !== 0 && uid !== process.getuid?.()) throw unusable(directory, `it belongs to user ${uid}`);
  if (others !== 0) throw unusable(directory, `others may write to it: mode ${(mode & 0o777).toString(8)}`);
}

/** A lock of the kernel's says who is first, not the socket: a second recorder never takes over from a living one. */
async function alone(path: string, work: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`;
  await (await open(lock, "a", 0o600)).close(); // Others could keep us from starting by locking what they can read.
  const taken = new AbortController();
  try {
    await withLock(lock, work, { signal: taken.signal, whileWaiting: () => taken.abort() });
  } catch (error) {
    throw taken.signal.aborted ? unusable(path, "a recorder serves it already") : error;
  }
}

/** Asks the kernel about a connection of our own, before anybody depends on the answer. */
async function proveThatPeersAreKnown(path: string): Promise<void> {
  const server = createServer({ pauseOnConnect: true });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done)).catch((cause) => {
    throw unusable(path, messageOf(cause));
  });
  const client = connectSocket(path);
  client.on("error", () => {});
  try {
    const socket = await new Promise<Socket>((done) => server.once("connection", done));
    const { uid, pid } = await peerOf(socket).finally(() => socket.destroy());
    if (uid !== process.getuid?.() || pid !== process.pid) {
      throw new RecorderProblem(
        "NOT_ALLOWED",
        `the kernel names process ${pid} of user ${uid} for a connection of ours`,
      );
    }
  } finally {
    client.destroy();
    await new Promise((done) => server.close(done));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener("abort", () => done(), { once: true });
  });
}

function unusable(path: string, why: string): RecorderProblem {
  return new RecorderProblem("SOCKET_UNUSABLE", `${path}: ${why}`, {
    hint: "expected a directory that only root or the recorder's user writes to: name another one with --socket",
  });
}
