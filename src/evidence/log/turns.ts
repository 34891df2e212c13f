import { setImmediate as turn } from "node:timers/promises";

/** Others of this process wait no longer than this for their turn. */
const longestMs = 10;

/** Lets everybody ask who is about to, in particular those who just got their answer. */
export class Turns {
  #last = Number.NEGATIVE_INFINITY;

  /** A turn of the event loop is needed to hear of a disk that works; otherwise only now and then, for all else. */
  async pass(isDiskAtWork: boolean): Promise<void> {
    const isDue = isDiskAtWork || performance.now() - this.#last > longestMs;
    if (!isDue) return await everythingAtHand();
    await turn();
    this.#last = performance.now();
  }
}

/** All that follows from promises which are settled by now. It takes a tenth of the time of a turn. */
function everythingAtHand(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
