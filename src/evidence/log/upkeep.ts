import { renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { writeCheckpoint } from "../format/index.ts";
import { diskProblem } from "./disk.ts";
import type { End } from "./end.ts";
import { unfinishedFile } from "./files.ts";
import type { Identity } from "./identity.ts";
import type { KeyStore } from "./keys.ts";
import type { Position } from "./lines.ts";
import type { WriteLock } from "./lock.ts";
import { readCheckpoint } from "./tail.ts";
import { Tiles } from "./tiles.ts";

/** Each time takes the disk away from entries twice and more. A log that is filled quickly can wait so long for them. */
const restMs = 1000;

/**
 * Tiles and checkpoints, made while others already write on. Both are only ever made of entries that are on disk to stay,
 * so that a power failure cannot make a log look shorter than its checkpoint.
 */
export class Upkeep {
  readonly #log: Identity;
  readonly #keys: KeyStore;
  readonly #lock: WriteLock;
  readonly #tiles: Tiles;
  #due: { readonly end: End; readonly tile: Position | undefined } | undefined;
  #running: Promise<void> = Promise.resolve();
  #ended = Number.NEGATIVE_INFINITY;
  readonly #hurry = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(log: Identity, keys: KeyStore, lock: WriteLock) {
    this.#log = log;
    this.#keys = keys;
    this.#lock = lock;
    this.#tiles = new Tiles(log.layout);
  }

  /**
   * Starts it, or leaves it to the one that is about to. Failures can wait: a later try makes good for all. `tile` is where
   * the first full tile begins that was not spoken of before.
   */
  start(end: End, tile?: Position): void {
    const isIdle = this.#due === undefined;
    this.#due = { end, tile: this.#due?.tile ?? tile };
    if (isIdle) this.#running = this.#running.then(() => this.#work());
  }

  /** Waits for what was started and says whether it failed. */
  async finish(): Promise<void> {
    this.#hurry.abort();
    await this.#running;
    if (this.#failure) throw this.#failure.error;
  }

  /** A checkpoint over exactly these entries. It is stored unless there is one already over as many or more. */
  async checkpoint(end: End): Promise<string> {
    const { layout, origin } = this.#log;
    const { publicKey, sign } = this.#keys.load(end.key);
    const text = writeCheckpoint({ origin, size: end.size, root: end.range.root() }, publicKey, sign);
    const unfinished = await unfinishedFile(layout.checkpoint, Buffer.from(text), 0o640);
    try {
      // Under the lock, so that an older one never replaces a newer one.
      const isStored = await this.#lock.hold(() => {
        if ((readCheckpoint(layout.checkpoint)?.size ?? 0) >= end.size) return false;
        renameSync(unfinished, layout.checkpoint);
        return true;
      });
      if (!isStored) await rm(unfinished);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw diskProblem(error, layout.checkpoint);
    }
    return text;
  }

  async #work(): Promise<void> {
    await this.#rest();
    const due = this.#due;
    this.#due = undefined;
    if (due === undefined) return;
    try {
      await this.#tiles.write(due.end.size, due.tile);
      await this.checkpoint(due.end);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = performance.now();
  }

  async #rest(): Promise<void> {
    const left = this.#ended + restMs - performance.now();
    if (left <= 0) return;
    // Nobody is kept from ending for it: it can be made at any time.
    await sleep(left, undefined, { ref: false, signal: this.#hurry.signal }).catch(() => {});
  }
}
