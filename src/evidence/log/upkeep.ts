import { renameSync } from "node:fs";
import { rm } from "node:fs/promises";
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
  #failure: { readonly error: unknown } | undefined;

  constructor(log: Identity, keys: KeyStore, lock: WriteLock) {
    this.#log = log;
    this.#keys = keys;
    this.#lock = lock;
    this.#tiles = new Tiles(log.layout);
  }

  /** Starts it, or leaves it to the one that runs. Failures can wait: a later try makes good for all. */
  start(end: End, tile: Position | undefined): void {
    const isIdle = this.#due === undefined;
    this.#due = { end, tile };
    if (isIdle) this.#running = this.#running.then(() => this.#work());
  }

  /** Waits for what was started and says whether it failed. */
  async finish(): Promise<void> {
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
  }
}
