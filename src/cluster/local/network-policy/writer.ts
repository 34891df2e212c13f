import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../../problem/index.ts";
import type { Report } from "../../../process/index.ts";
import type { NodeView } from "./compile.ts";
import { NetworkPolicyProblem } from "./problem.ts";

/** A node and the way to its rules. */
export interface EnforcedNode extends NodeView {
  /** Feeds the script to `nft -f -` in the node's network namespace; rejects when nft does. */
  apply(script: string): Promise<void>;
}

/** Keeps one node's rules equal to what `compileNow` says. */
export interface Writer {
  /** Something changed: look again, soon. Returns the number of this change. */
  wake(): number;
  /** Resolves when the rules hold every change up to this number. */
  reached(change: number): Promise<void>;
  readonly lastError: NetworkPolicyProblem | undefined;
  readonly ended: Promise<void>;
}

/** A burst of changes, such as a rollout, becomes few transactions. */
const PAUSE_MS = 30;
const RETRY_MS = { first: 100, most: 5_000 };

export function startWriter(
  node: EnforcedNode,
  compileNow: () => string,
  { signal, report }: { signal: AbortSignal; report: Report },
): Writer {
  const step = `network policies of node ${node.name}`;
  let latest = 0;
  let written = 0;
  let applied: string | undefined;
  let lastError: NetworkPolicyProblem | undefined;
  let wakeUp = Promise.withResolvers<void>();
  let progress = Promise.withResolvers<void>();

  const writeOnce = async () => {
    const change = latest;
    const script = compileNow();
    if (script !== applied) {
      applied = undefined; // After a failure nobody knows what the node has.
      await node.apply(script);
      applied = script;
    }
    written = change;
    progress.resolve();
    progress = Promise.withResolvers();
  };

  const loop = async () => {
    let retryMs = RETRY_MS.first;
    while (!signal.aborted) {
      if (written === latest) await wakeUp.promise;
      wakeUp = Promise.withResolvers();
      if (signal.aborted) return;
      try {
        await writeOnce();
        if (lastError) report({ step, state: "done", note: "applied again" });
        lastError = undefined;
        retryMs = RETRY_MS.first;
        await sleep(PAUSE_MS, undefined, { signal });
      } catch (cause) {
        if (signal.aborted) return;
        lastError = new NetworkPolicyProblem("NOT_APPLIED", `${step}: not applied: ${messageOf(cause)}`, {
          cause,
          hint: "the rules applied last stay in force; the next attempt follows by itself",
        });
        report({ step, state: "failed", note: lastError.message });
        await sleep(retryMs, undefined, { signal }).catch(() => {}); // Only the signal wakes it early, and ends the loop.
        retryMs = Math.min(retryMs * 2, RETRY_MS.most);
      }
    }
  };

  signal.addEventListener(
    "abort",
    () => {
      wakeUp.resolve();
      progress.resolve();
    },
    { once: true },
  );
  return {
    wake: () => {
      latest += 1;
      wakeUp.resolve();
      return latest;
    },
    reached: async (change) => {
      while (written < change) {
        signal.throwIfAborted();
        await progress.promise;
      }
    },
    get lastError() {
      return lastError;
    },
    ended: loop(),
  };
}
