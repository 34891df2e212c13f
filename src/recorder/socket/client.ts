import { connect as connectSocket, type Socket } from "node:net";
import { messageOf } from "../../problem/index.ts";
import type { Document, PackedDocument } from "../../risk/index.ts";
import type { Backend } from "../backend.ts";
import type { ConnectOptions, Custody, Recorder } from "../model.ts";
import { RecorderProblem } from "../problem.ts";
import { recorderOver } from "../recorder.ts";
import { frameOf, frames } from "./frames.ts";
import type { Request } from "./messages.ts";
import type { Reply } from "./reply.ts";

/** A recorder that answers later than this is not there: whoever waits for it must be told. */
const patienceMs = 60_000;

/** Recording by the recorder that listens at `path`. */
export async function recorderAt(path: string, options: ConnectOptions): Promise<Recorder> {
  const line = await dial(path);
  const { channel, through } = options;
  const { custody } = await line.ask<{ custody: Custody }>({ ask: "hello", protocol: 1, channel, through });
  const backend: Backend = {
    custody,
    where: path,
    assess: (materials) => line.ask({ ask: "assess", materials }),
    prescribe: (materials, details) => line.ask({ ask: "prescribe", materials, details }),
    report: ({ output, ...outcome }) => line.ask({ ask: "report", outcome: { ...outcome, output: output?.map(pack) } }),
    decline: (decline) => line.ask({ ask: "decline", decline }),
    pending: (selection) => line.ask({ ask: "pending", selection }),
    entry: (id) => line.ask({ ask: "entry", id }),
    entries: (selection) => line.ask({ ask: "entries", selection }),
    cover: (cover) => line.ask({ ask: "cover", cover }),
    closeLost: () => line.ask({ ask: "close-lost" }),
    checkpoint: () => line.ask({ ask: "checkpoint" }),
    close: () => line.close(),
  };
  return recorderOver(backend, options);
}

interface Line {
  ask<T>(request: Request): Promise<T>;
  close(): Promise<void>;
}

async function dial(path: string): Promise<Line> {
  const socket = await open(path);
  const replies = frames(socket);
  // One question at a time, in the order in which they were asked.
  let before: Promise<unknown> = Promise.resolve();
  const exchange = async (request: Request): Promise<unknown> => {
    const frame = frameOf(request);
    const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
    try {
      socket.write(frame);
      const { value, done } = await replies.next();
      if (done) throw new Error("the recorder hung up");
      const reply = value as Reply;
      if ("problem" in reply) throw problemOf(reply.problem);
      return reply.answer;
    } catch (error) {
      if (error instanceof RecorderProblem) throw error;
      throw unreachable(path, error, "whether it wrote the entry down is not known: look at the pending prescriptions");
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    ask: async <T>(request: Request) => {
      const mine = before.then(() => exchange(request));
      before = mine.catch(() => {});
      return (await mine) as T;
    },
    close: async () => {
      await before;
      socket.destroy();
    },
  };
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(path);
    const fail = (error: Error) =>
      reject(unreachable(path, error, "start it: airworthy recorder; or name a log: --log"));
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.off("error", fail);
      // Later errors reach whoever waits for an answer, through the iterator of frames.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

function unreachable(path: string, cause: unknown, hint: string): RecorderProblem {
  return new RecorderProblem("RECORDER_UNREACHABLE", `${path}: expected a recorder, ${messageOf(cause)}`, {
    cause,
    hint,
  });
}

/** Under the code that it had there, also one of another room: a full disk is a full disk on either side. */
function problemOf({ code, message, hint }: Extract<Reply, { problem: unknown }>["problem"]): RecorderProblem {
  return new RecorderProblem(code as RecorderProblem["code"], message, { hint });
}

const pack = ({ name, bytes }: Document): PackedDocument => ({ name, base64: Buffer.from(bytes).toString("base64") });
