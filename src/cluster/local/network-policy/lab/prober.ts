/**
 * Runs inside one network namespace of the lab: listens on some ports and tries to reach others when told to.
 * One JSON object a line in both directions; the end of its input is the end of the process and of the namespace.
 */
import { createSocket } from "node:dgram";
import { connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface Target {
  readonly address: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
  /** The address to speak from, where it is not the usual one. */
  readonly source?: string;
}

export type Order =
  | { readonly do: "probe"; readonly batch: number; readonly targets: readonly Target[] }
  /** Gives up what has not been answered. */
  | { readonly do: "forget"; readonly batch: number }
  /** Says something on the answered connections of a batch, which stay open until the batch is forgotten. */
  | { readonly do: "repeat"; readonly batch: number };

export type News =
  | { readonly is: "listening" }
  | { readonly is: "answer"; readonly batch: number; readonly index: number };

const say = (news: News) => process.stdout.write(`${JSON.stringify(news)}\n`);
const open = new Map<number, { close: () => void; speak: () => void }[]>();

function tryTcp({ address, port, source }: Target, answered: () => void) {
  const socket = connect({ host: address, port, ...(source ? { localAddress: source } : {}) });
  socket.on("error", () => {}); // Refused or unreachable: no answer.
  socket.on("data", answered);
  socket.write("?");
  return { close: () => socket.destroy(), speak: () => socket.write("?") };
}

function tryUdp({ address, port, source }: Target, answered: () => void) {
  const socket = createSocket("udp4");
  socket.on("error", () => {});
  socket.on("message", answered);
  if (source) socket.bind(0, source);
  const speak = () => socket.send("?", port, address, () => {});
  speak();
  return { close: () => socket.close(), speak };
}

function obey(order: Order): void {
  if (order.do === "probe") {
    const attempts = order.targets.map((target, index) => {
      const answered = () => say({ is: "answer", batch: order.batch, index });
      return target.protocol === "TCP" ? tryTcp(target, answered) : tryUdp(target, answered);
    });
    open.set(order.batch, attempts);
  } else if (order.do === "repeat") {
    for (const { speak } of open.get(order.batch) ?? []) speak();
  } else {
    for (const { close } of open.get(order.batch) ?? []) close();
    open.delete(order.batch);
  }
}

async function listen(tcp: readonly number[], udp: readonly number[]): Promise<void> {
  const echo = (socket: Socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  };
  for (const port of tcp) {
    await new Promise<void>((resolve) => createServer(echo).listen(port, "0.0.0.0", resolve));
  }
  for (const port of udp) {
    const socket = createSocket("udp4");
    socket.on("message", (message, from) => socket.send(message, from.port, from.address, () => {}));
    await new Promise<void>((resolve) => socket.bind(port, "0.0.0.0", resolve));
  }
}

if (import.meta.main) {
  const [tcp = "", udp = ""] = process.argv.slice(2);
  const numbers = (text: string) => text.split(",").filter(Boolean).map(Number);
  await listen(numbers(tcp), numbers(udp));
  say({ is: "listening" });
  for await (const line of createInterface({ input: process.stdin })) obey(JSON.parse(line) as Order);
  process.exit(0);
}
