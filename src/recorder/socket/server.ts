import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { messageOf } from "../../problem/index.ts";
import { RecorderProblem } from "../problem.ts";
import type { Desk } from "../record/desk.ts";
import { converse, type Host } from "./conversation.ts";
import { frameOf } from "./frames.ts";
import { peerOf } from "./peer.ts";
import { problemReply } from "./reply.ts";
import { type Slots, slots } from "./slots.ts";

/** Connections at a time, of all users and of one. Nobody can keep the others out, however many they open. */
const mostConnections = 512;
const mostOfOneUser = 64;
/** Large frames of one user that are read at a time. */
const mostLarge = 4;
/** Whoever is refused gets this long to read why. */
const farewellMs = 2_000;

export interface ServerOptions {
  readonly path: string;
  readonly desk: Desk;
  /** User ids that may record here; everybody unless told. The recorder's own user and root always may. */
  readonly allowed?: readonly number[] | undefined;
  /** Hears of connections that were refused. */
  readonly onRefusal?: ((why: string) => void) | undefined;
}

/** Answers at a socket until it is closed; closing waits for the answers that are due. */
export async function listen(options: ServerOptions): Promise<{ close(): Promise<void> }> {
  const connections = new Map<Socket, { uid?: number; busy: Promise<unknown> }>();
  const proofs = slots(8);
  const large = new Map<number, Slots>();
  const host: Host = {
    desk: options.desk,
    // Each user has their own: who sends slowly keeps only themselves waiting.
    large: (uid) => {
      const own = large.get(uid) ?? slots(mostLarge);
      large.set(uid, own);
      return own;
    },
  };
  let closing = false;

  const welcome = async (socket: Socket): Promise<void> => {
    const mine: { uid?: number; busy: Promise<unknown> } = { busy: Promise.resolve() };
    if (closing || connections.size >= mostConnections) return farewell(socket, full("connections"));
    connections.set(socket, mine);
    socket.on("error", () => {}); // A client may be killed at any time.
    socket.once("close", () => connections.delete(socket));
    try {
      const peer = await prove(socket, proofs);
      if (!mayRecord(peer.uid, options.allowed)) {
        throw new RecorderProblem("NOT_ALLOWED", `user ${peer.uid} may not record here`, {
          hint: "whoever runs the recorder can name the user with --allow-user",
        });
      }
      const sameUser = [...connections.values()].filter(({ uid }) => uid === peer.uid).length;
      if (sameUser >= mostOfOneUser) throw full("connections of one user");
      mine.uid = peer.uid;
      await converse(socket, peer, host, (work) => {
        mine.busy = work;
      });
    } catch (thrown) {
      if (!socket.destroyed) options.onRefusal?.(messageOf(thrown));
      farewell(socket, thrown);
    }
  };

  // Paused: not a byte is read before it is known who sent it. Half open: whoever asks and hangs up is still heard.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => void welcome(socket));
  await bind(server, options.path);
  return {
    close: async () => {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.allSettled([...connections.values()].map(({ busy }) => busy));
      for (const socket of connections.keys()) socket.destroy();
      await closed;
    },
  };
}

async function prove(socket: Socket, proofs: Slots) {
  if (proofs.waiting >= mostConnections / 2) throw full("connections that wait for proof");
  using _ = await proofs.take();
  return await peerOf(socket);
}

function mayRecord(uid: number, allowed: readonly number[] | undefined): boolean {
  return allowed === undefined || uid === 0 || uid === process.getuid?.() || allowed.includes(uid);
}

async function bind(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => {
      reject(new RecorderProblem("SOCKET_UNUSABLE", `${path}: cannot listen there: ${cause.message}`, { cause }));
    });
    server.listen(path, resolve);
  });
  // Whoever reaches the directory may connect; who it is, the kernel says.
  await chmod(path, 0o666);
}

/** The reason, if the client still reads, then the end. */
function farewell(socket: Socket, thrown: unknown): void {
  if (socket.destroyed) return;
  socket.resume();
  socket.end(frameOf(problemReply(thrown)));
  setTimeout(() => socket.destroy(), farewellMs).unref();
}

function full(what: string): RecorderProblem {
  return new RecorderProblem("NOT_ALLOWED", `too many ${what}`, { hint: "close some, or try again" });
}
