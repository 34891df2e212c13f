import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { start } from "../../process/index.ts";
import { ClusterProblem } from "../problem.ts";
import { type Daemon, type Machine, tail } from "./machine.ts";

/** Keeps a cluster's programs running, as an init system would: what ends is started again, with patience. */
export interface Daemons extends AsyncDisposable {
  start(machine: Machine, name: string, args: readonly string[]): Promise<void>;
  /** Starts a helper outside the machines, in the network of one of them. */
  startOnHost(label: string, network: Machine, command: readonly [string, ...string[]]): Promise<void>;
  /** Throws when a program has ended since it was started: during boot that is a failure, not something to repeat. */
  throwIfAnyDied(): Promise<void>;
  /** From now on programs that end are started again. */
  keepAlive(): void;
}

const patience = { firstMs: 500, mostMs: 10_000 };

/** `logs` is the directory for the output of helpers on the host. */
export function superviseDaemons(signal: AbortSignal, logs: string): Daemons {
  const over = new AbortController();
  const stopped = AbortSignal.any([signal, over.signal]);
  let keep = false;
  let dead: { label: string; log: string; code: number } | undefined;
  const stops: (() => Promise<unknown>)[] = [];

  const supervise = async (label: string, launch: () => Promise<Daemon>): Promise<void> => {
    let daemon = await launch();
    const loop = async () => {
      let wait = patience.firstMs;
      for (;;) {
        const began = performance.now();
        const code = await daemon.child.exited;
        if (stopped.aborted) return;
        if (!keep) dead ??= { label, log: daemon.log, code };
        if (performance.now() - began > 60_000) wait = patience.firstMs;
        await sleep(wait, undefined, { signal: stopped }).catch(() => {});
        if (stopped.aborted) return;
        wait = Math.min(wait * 2, patience.mostMs);
        daemon = await launch();
      }
    };
    // A machine that is gone makes every launch fail: then the cluster is gone, and its owner knows from `ended`.
    loop().catch(() => {});
  };

  return {
    keepAlive: () => {
      keep = true;
    },
    start: (machine, name, args) => supervise(`${machine.name}/${name}`, () => machine.daemon(name, name, args)),
    startOnHost: (label, network, [program, ...args]) =>
      supervise(label, async () => {
        const log = join(logs, `${label}.log`);
        await using out = await open(log, "a");
        const enter = ["nsenter", `--net=/proc/${network.pid}/ns/net`, "--", program, ...args];
        // Outside the machines nothing ends a helper with its cluster, except this.
        const child = await start("setpriv", ["--pdeathsig", "KILL", ...enter], { stdio: ["ignore", out.fd, out.fd] });
        stops.push(() => child.stop(200));
        return { label, child, log };
      }),
    throwIfAnyDied: async () => {
      if (!dead) return;
      throw new ClusterProblem(
        "COMPONENT_DIED",
        `${dead.label} ended with exit code ${dead.code}: ${await tail(dead.log)}`,
        { hint: "run: airworthy doctor" },
      );
    },
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
