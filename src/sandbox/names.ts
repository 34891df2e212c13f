import { spawn } from "node:child_process";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { SandboxProblem } from "./problem.ts";

/** Questions beyond these are not answered: whoever asks so often wants something else. */
const most = 5_000;

/** Opens the place where names are asked for, in the network of whoever runs it, and hands it to its parent. */
const opener = `const socket = require("node:dgram").createSocket("udp4");
socket.bind(53, "127.0.0.1", () => process.send("open", socket, () => process.exit()));`;

/**
 * Says of every name at once that there is none. Without anybody to say so some programs wait for seconds, each time;
 * and which names a program looks for tells where it wanted to go.
 */
export async function answerNames(pid: number, onName: (name: string) => void): Promise<Disposable> {
  const child = spawn("nsenter", [`--target=${pid}`, "--net", process.execPath, "-e", opener], {
    ...{ stdio: ["ignore", "ignore", "pipe", "ipc"], env: { PATH: process.env.PATH } },
  });
  const said: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const socket = await new Promise<Socket>((resolve, reject) => {
    child.once("message", (_, handle) => resolve(handle as Socket)).once("error", reject);
    child.once("close", (code) => reject(new Error(`${code}: ${Buffer.concat(said)}`)));
  }).catch((cause: unknown) => {
    throw new SandboxProblem("NOT_STARTED", `sandbox: names cannot be asked for: ${cause}`, { cause });
  });
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  let left = most;
  socket.unref();
  socket.on("error", () => {}); // The sandbox may be gone before us.
  socket.on("message", (question, { port, address }) => {
    const name = nameIn(question);
    if (name === undefined || left-- <= 0) return;
    onName(name.text);
    socket.send(noSuchName(question, name.end), port, address, () => {});
  });
  return { [Symbol.dispose]: () => void socket.close() };
}

const headLength = 12;

/** The name in a question, and where the question ends; nothing if it is none. */
function nameIn(question: Buffer): { readonly text: string; readonly end: number } | undefined {
  const labels: string[] = [];
  let at = headLength;
  for (let length = question[at]; length !== 0; length = question[at]) {
    if (length === undefined || length > 63 || labels.length > 127) return undefined;
    labels.push(question.toString("latin1", at + 1, at + 1 + length).replace(/[^\w-]/g, "?"));
    at += 1 + length;
  }
  const end = at + 1 + 4; // Its type and class come after it.
  return end <= question.length && labels.length > 0 ? { text: labels.join("."), end } : undefined;
}

function noSuchName(question: Buffer, end: number): Buffer {
  const answer = Buffer.from(question.subarray(0, end));
  answer.writeUInt16BE(0x8183 & ((question.readUInt16BE(2) & 0x0100) | 0xfeff), 2); // An answer: no such name.
  answer.writeUInt16BE(1, 4);
  answer.fill(0, 6, headLength);
  return answer;
}
