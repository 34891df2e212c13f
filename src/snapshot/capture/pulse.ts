import type { Moment, Silence } from "./model.ts";

/** How long a cluster may say nothing until it counts as gone. */
const patienceMs = 20_000;

/** Whether a cluster still answers, and since when it does not. */
export class Pulse {
  /** Settles when nothing was heard for so long that nothing more will come. */
  readonly lost: Promise<void>;
  readonly #lost = Promise.withResolvers<void>();
  readonly #patienceMs: number;
  #heardAt: Moment;
  #silence: Silence | undefined;

  constructor(now: Moment = Date.now(), patience = patienceMs) {
    this.#heardAt = now;
    this.#patienceMs = patience;
    this.lost = this.#lost.promise;
  }

  heard(now: Moment = Date.now()): void {
    this.#heardAt = now;
    this.#silence = undefined;
  }

  unheard(reason: string, now: Moment = Date.now()): void {
    this.#silence ??= { since: this.#heardAt, reason };
    if (now - this.#silence.since >= this.#patienceMs) this.#lost.resolve();
  }

  /** The one that has not ended yet. */
  get silence(): Silence | undefined {
    return this.#silence;
  }
}
