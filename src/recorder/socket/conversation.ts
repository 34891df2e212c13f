import { once } from "node:events";
import type { Socket } from "node:net";
import type { Entry, Peer } from "../../evidence/index.ts";
import type { Backend } from "../backend.ts";
import type { Custody } from "../model.ts";
import { RecorderProblem } from "../problem.ts";
import { backendOver } from "../record/backend.ts";
import type { Desk } from "../record/desk.ts";
import { type Care, frameOf, frames } from "./frames.ts";
import { type Request, requestOf } from "./messages.ts";
import { problemReply, type Reply } from "./reply.ts";
import type { Slots } from "./slots.ts";

/** Frames up to this size are always read; larger ones wait until one of the user's slots is free. */
const smallFrame = 64 * 1024;
/** A frame that has begun must be there after this. Whoever sends a byte a minute holds a slot no longer than that. */
const frameMs = 30_000;

export interface Host {
  readonly desk: Desk;
  /** For the large frames of a user. */
  large(uid: number): Slots;
}

type Service = Omit<Backend, "where" | "close" | "custody">;

/** Answers one client, question by question, until it hangs up. `busy` hears of every answer that is due. */
export async function converse(socket: Socket, peer: Peer, host: Host, busy: (work: Promise<unknown>) => void) {
  let service: Service | undefined;
  const custody = custodyOf(peer);
  const answer = async (request: Request): Promise<unknown> => {
    if (request.ask === "hello") {
      const { channel, through } = request;
      service = backendOver(host.desk, { channel, through, custody, peer }, (entry) => mayRead(peer, entry));
      return { custody, log: host.desk.log.origin, peer };
    }
    if (!service) throw new RecorderProblem("BAD_MESSAGE", `expected "hello" first, found "${request.ask}"`);
    return await serve(service, request);
  };
  for await (const message of frames(socket, careOf(socket, host.large(peer.uid)))) {
    const work = reply(() => answer(requestOf(message)));
    busy(work);
    const full = !socket.write(frameOf(await work));
    // A client that does not read its answers gets no further ones.
    if (full && !socket.destroyed) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  socket.end();
}

async function reply(work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { answer: await work() };
  } catch (thrown) {
    return problemReply(thrown);
  }
}

async function serve(service: Service, request: Exclude<Request, { ask: "hello" }>): Promise<unknown> {
  switch (request.ask) {
    case "assess":
      return await service.assess(request.materials);
    case "prescribe":
      return await service.prescribe(request.materials, request.details);
    case "report": {
      const { output, ...outcome } = request.outcome;
      const unpacked = output?.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
      return await service.report({ ...outcome, output: unpacked });
    }
    case "decline":
      return await service.decline(request.decline);
    case "pending":
      return await service.pending(request.selection);
    case "entry":
      return await service.entry(request.id);
    case "entries":
      return await service.entries(request.selection);
    case "cover":
      return await service.cover(request.cover);
    case "close-lost":
      return await service.closeLost();
    case "checkpoint":
      return await service.checkpoint();
  }
}

function careOf(socket: Socket, large: Slots): Care {
  return {
    admit: async (length) => (length > smallFrame ? await large.take() : { [Symbol.dispose]: () => {} }),
    reading: () => {
      const timer = setTimeout(() => socket.destroy(), frameMs);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}

/** Root can read the key, and so can whoever is the same user as the recorder. */
function custodyOf({ uid }: Peer): Custody {
  return uid === 0 || uid === process.getuid?.() ? "shared" : "separate";
}

/** What others intend and run is not for everybody's eyes. */
function mayRead({ uid }: Peer, entry: Entry): boolean {
  return uid === 0 || uid === process.getuid?.() || entry.capture.peer?.uid === uid;
}
