import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "./patience.ts";

/** Polls until `probe` returns something; undefined when the deadline came first. Throws what `signal` carries. */
export async function until<T>(
  probe: () => Promise<T | undefined | false>,
  options: { deadlineMs: number; everyMs?: number; signal?: AbortSignal | undefined },
): Promise<T | undefined> {
  const end = performance.now() + patient(options.deadlineMs);
  for (;;) {
    options.signal?.throwIfAborted();
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (performance.now() >= end) return undefined;
    await sleep(options.everyMs ?? 50, undefined, options.signal ? { signal: options.signal } : {});
  }
}
