import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { run } from "../../../../process/index.ts";
import type { News, Order } from "./prober.ts";

/** A network namespace of the lab with a prober in it; it ends with the prober. */
export interface Member extends AsyncDisposable {
  readonly pid: number;
  order(order: Order): void;
  /** Returns the way to stop listening. */
  onAnswer(listener: (batch: number, index: number) => void): () => void;
  /** Runs a program in the namespace. */
  run(program: string, args: readonly string[], input?: string): Promise<string>;
}

export async function startMember(tcp: readonly number[], udp: readonly number[]): Promise<Member> {
  const prober = fileURLToPath(import.meta.resolve("./prober.ts"));
  const child = spawn("unshare", ["--net", process.execPath, prober, tcp.join(), udp.join()], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error("unshare: cannot be started");
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const listeners = new Set<(batch: number, index: number) => void>();
  const listening = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const news = JSON.parse(line) as News;
    if (news.is === "listening") listening.resolve();
    else for (const listener of listeners) listener(news.batch, news.index);
  });
  await Promise.race([
    listening.promise,
    gone.then(() => {
      throw new Error("the prober ended before it listened; a lab needs root");
    }),
  ]);
  return {
    pid,
    order: (order) => child.stdin.write(`${JSON.stringify(order)}\n`),
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run: async (program, args, input) =>
      (await run("nsenter", ["--target", String(pid), "--net", program, ...args], { input })).stdout,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await gone;
    },
  };
}
