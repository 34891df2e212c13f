import { setTimeout as sleep } from "node:timers/promises";
import { Interruption } from "./interruption.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

export interface Patience {
  /** Requests in all, the first included. */
  readonly tries: number;
  /** Before the second; before each further one twice as much. */
  readonly firstWaitMs: number;
}

/** A minute in all: most overloads are shorter. */
export const usualPatience: Patience = { tries: 7, firstWaitMs: 1_000 };

/** The conversation does not fit any more; whoever has it may make it shorter. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/** Asks until there is an answer, with growing pauses. An overload that does not pass is nobody's failure. */
export async function patiently<T>(
  { tries, firstWaitMs }: Patience,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<{ answer: T; retries: number }> {
  let trouble: Trouble | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return { answer: await work(), retries: attempt - 1 };
    } catch (thrown) {
      if (signal.aborted) break;
      trouble = troubleOf(thrown);
      if (trouble.is === "too-long") throw new TooLong(trouble.reason);
      if (trouble.is === "give-up") throw new Interruption(trouble.reason);
      if (attempt >= tries) throw new Interruption(`${trouble.reason}, ${attempt} times`);
    }
    const pause = firstWaitMs * 2 ** (attempt - 1);
    await sleep(Math.max(trouble.afterMs ?? 0, pause), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
  }
  // Who had to wait for the provider until the time was over did not use it up.
  if (trouble !== undefined) throw new Interruption(`${trouble.reason}, until the time was over`);
  signal.throwIfAborted();
  throw new Error("unreachable: only an abort leads here");
}
