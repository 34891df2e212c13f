import { setTimeout as sleep } from "node:timers/promises";
import { FileLock } from "./file-lock.ts";

/**
 * The right to write, one process at a time. Whoever finds it taken waits at a second lock, the queue: who has that is
 * next. Whoever had the right lately goes to the queue too, so that a busy process does not take it again and again
 * before others look. It must be given back within milliseconds.
 */
export class WriteLock implements Disposable {
  readonly #path: string;
  readonly #lock: FileLock;
  #queue: FileLock | undefined;
  #taking: Promise<void> | undefined;
  #isTaken = false;
  /** How many of this process have it. */
  #holders = 0;
  #givenBack = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
    this.#lock = new FileLock(path);
  }

  /** For one function that waits for nothing. */
  async hold<T>(work: () => T): Promise<T> {
    await this.take();
    try {
      return work();
    } finally {
      this.giveBack();
    }
  }

  /** Until it is given back. Several of this process may have it at once. */
  async take(): Promise<void> {
    while (!this.#isTaken) {
      this.#taking ??= this.#takeAmongProcesses().finally(() => (this.#taking = undefined));
      await this.#taking;
    }
    this.#holders += 1;
  }

  /** For who has it: whether nobody waits for it, and others would still find it taken. */
  mayKeep(): boolean {
    this.#queue ??= new FileLock(`${this.#path}-queue`);
    if (!this.#lock.isInPlace() || !this.#queue.take()) return false;
    this.#queue.giveBack();
    return true;
  }

  giveBack(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#lock.giveBack();
    this.#isTaken = false;
    this.#givenBack = performance.now();
  }

  [Symbol.dispose](): void {
    this.#lock[Symbol.dispose]();
    this.#queue?.[Symbol.dispose]();
  }

  async #takeAmongProcesses(): Promise<void> {
    const hadItLately = performance.now() - this.#givenBack < longestPauseMs;
    this.#isTaken = (!hadItLately && this.#lock.take()) || (await this.#waitInQueue());
  }

  async #waitInQueue(): Promise<true> {
    this.#queue ??= new FileLock(`${this.#path}-queue`);
    for (let tries = 0; !this.#queue.take(); tries += 1) await sleep(pause(tries));
    try {
      while (!this.#lock.take()) await sleep(shortestPauseMs);
      return true;
    } finally {
      this.#queue.giveBack();
    }
  }
}

const shortestPauseMs = 1;
const longestPauseMs = 16;

/**
 * Until the next try. With few others it is our turn soon. With many, trying often would take away the time that the
 * holder needs; and those who wait must not all come at the same moment.
 */
function pause(tries: number): number {
  return Math.min(1.5 ** tries * shortestPauseMs, longestPauseMs) * (0.5 + Math.random());
}
