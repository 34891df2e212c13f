import { type Draft, EvidenceProblem, type PreparedEntry, prepareEntry } from "../format/index.ts";
import { Batch } from "./batch.ts";
import type { View, Written } from "./contract.ts";
import { type Disk, writeOrUndo } from "./disk.ts";
import type { End } from "./end.ts";
import type { EntryIndex } from "./entry-index.ts";
import type { Identity } from "./identity.ts";
import type { KeyStore } from "./keys.ts";
import { WriteLock } from "./lock.ts";
import { Recent } from "./recent.ts";
import { type Answer, type Caller, Syncs, type Unsynced } from "./syncs.ts";
import { Tail } from "./tail.ts";
import { replaceTorn } from "./torn.ts";
import { Turns } from "./turns.ts";
import { Upkeep } from "./upkeep.ts";
import { BatchView } from "./view.ts";

/** What will be written, said under the lock. */
export type Propose = (view: View) => readonly PreparedEntry[];

export interface WriterOptions {
  readonly disk: Disk;
  readonly segmentBytes: number;
  /** The draft of an entry about an unfinished write. */
  readonly recovery: (torn: { readonly bytes: number; readonly digest: string }) => Draft;
}

interface Request extends Omit<Caller, "written"> {
  readonly propose: Propose;
}

export const defaultSegmentBytes = 64 * 1024 * 1024;
const mostBytes = 16 * 1024 * 1024;

/** So long may others wait for us, and syncs up to here are worth that the lock is kept meanwhile. */
const longestTurnMs = 10;
const quickMs = 1;

/** A sync that takes longer than to sign some dozens is shared by all. */
const sharedMs = 4;

/** Half of the time that a sync takes, but so long at least, others are signed before we look whether it is done. */
const shortestPartMs = 0.25;

/**
 * Writes for all callers of this process. What is in the file waits for the disk, which syncs all of it at once, and again
 * as soon as it is done; meanwhile others are signed and written. The lock is kept for some writes where syncs are quick,
 * and otherwise for the write only. The sync needs none: a later writer's sync covers everything before it in the same
 * file, so nobody is told "done" before all that his entry builds on is on disk to stay.
 */
export class Writer implements AsyncDisposable {
  readonly #log: Identity;
  readonly #keys: KeyStore;
  readonly #index: EntryIndex;
  readonly #options: WriterOptions;
  readonly #lock: WriteLock;
  readonly #tail: Tail;
  readonly #upkeep: Upkeep;
  readonly #syncs: Syncs;
  readonly #turns = new Turns();
  readonly #queue: Request[] = [];
  #recent: Recent | undefined;
  #work: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  /** Set by our last write: until then there is nothing that a checkpoint should say. */
  #written: End | undefined;
  /** Since when we have the lock, if we do. */
  #kept: number | undefined;

  constructor(log: Identity, keys: KeyStore, index: EntryIndex, options: WriterOptions) {
    this.#log = log;
    this.#keys = keys;
    this.#index = index;
    this.#options = options;
    using opened = new DisposableStack();
    this.#lock = opened.use(new WriteLock(log.layout.lock));
    this.#tail = new Tail(log, keys);
    opened.move();
    this.#upkeep = new Upkeep(log, keys, this.#lock);
    this.#syncs = new Syncs(options.disk, (synced) => this.#afterSync(synced));
  }

  async append(propose: Propose): Promise<Written[]> {
    return (await this.#submit(propose)).written;
  }

  /** Entries that are on disk to stay, by anybody. */
  async size(): Promise<number> {
    return (await this.#submit(() => [])).end.size;
  }

  /** Over all that is written by now, by anybody. */
  async checkpoint(): Promise<string> {
    const { end } = await this.#submit(() => []);
    return await this.#upkeep.checkpoint(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#work;
    await this.#syncs.finish();
    try {
      if (this.#written && !this.#syncs.problem) this.#upkeep.start(this.#written);
      await this.#upkeep.finish();
    } finally {
      this.#tail[Symbol.dispose]();
      this.#lock[Symbol.dispose]();
    }
  }

  #submit(propose: Propose): Promise<Answer> {
    if (this.#syncs.problem) return Promise.reject(this.#syncs.problem);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#queue.push({ propose, resolve, reject });
    this.#wake?.();
    this.#work ??= this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    for (;;) {
      await this.#turns.pass(this.#syncs.running !== undefined);
      const { running } = this.#syncs;
      if (this.#queue.length > 0) await this.#serveSome();
      else if (running) await this.#news(running);
      else break;
    }
    this.#giveLockBack();
    this.#work = undefined;
  }

  async #serveSome(): Promise<void> {
    try {
      if (this.#kept === undefined) await this.#takeLock();
      // Where the disk failed nothing may follow.
      if (this.#syncs.problem) throw this.#syncs.problem;
      const unsynced = this.#write(this.#share());
      if (!this.#mayKeepLock()) this.#giveLockBack();
      if (unsynced) this.#syncs.add(unsynced, this.#queue.length === 0);
    } catch (error) {
      this.#giveLockBack();
      if (error instanceof EvidenceProblem && error.code === "NOT_DURABLE") this.#syncs.giveUp(error);
      for (const { reject } of this.#queue.splice(0)) reject(error);
    }
  }

  /** How many of those who wait are written next: half of them if otherwise the disk would have none meanwhile. */
  #share(): number {
    const waiting = this.#queue.length;
    const isHalved = !this.#syncs.running && waiting > 3 && this.#syncs.typicalMs < sharedMs;
    return isHalved ? Math.ceil(waiting / 2) : waiting;
  }

  /** Somebody asks, or the disk is done. */
  async #news(done: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    void done.then(resolve);
    await promise;
    this.#wake = undefined;
  }

  async #takeLock(): Promise<void> {
    await this.#lock.take();
    this.#kept = performance.now();
  }

  /** To take it again for each write takes longer than to sign an entry. But nobody waits long for us. */
  #mayKeepLock(): boolean {
    const now = performance.now();
    if (this.#kept === undefined || this.#syncs.typicalMs >= quickMs) return false;
    if (now - this.#kept < longestTurnMs) return true;
    if (!this.#lock.mayKeep()) return false;
    // Whoever comes after us should know how far we were, also if we are killed.
    this.#tail.tell();
    this.#kept = now;
    return true;
  }

  #giveLockBack(): void {
    if (this.#kept === undefined) return;
    this.#kept = undefined;
    this.#tail.tell();
    this.#lock.giveBack();
  }

  /** Under the lock. What fails for one request is that one's; what fails for the file is everybody's. */
  #write(most: number): Unsynced | undefined {
    const found = this.#settle();
    const start = found.next.offset < this.#options.segmentBytes ? found : this.#tail.rotated(found);
    this.#recent ??= new Recent(this.#log.layout, found);
    const recent = this.#recent;
    const view = new BatchView(() => recent.upTo(found), this.#index);
    const batch = new Batch(start, this.#log.origin, this.#keys);
    const callers: Caller[] = [];
    const enough = performance.now() + Math.max(this.#syncs.typicalMs / 2, shortestPartMs);
    for (let taken = 0; taken < most && batch.length < mostBytes; taken += 1) {
      if (taken > 0 && performance.now() > enough) break;
      const request = this.#queue.shift();
      if (request === undefined) break;
      const { propose, resolve, reject } = request;
      try {
        const written = batch.add(propose(view));
        for (const one of written) view.add(one);
        callers.push({ written, resolve, reject });
      } catch (error) {
        reject(error);
      }
    }
    if (batch.length === 0) {
      return { segment: this.#tail.fileFor(found), end: found, callers, isMilestone: false };
    }
    try {
      const segment = this.#tail.fileFor(start);
      writeOrUndo(this.#options.disk, segment.file, batch.bytes(), start.next.offset, segment.path);
      this.#tail.moveTo(batch.end, this.#queue.length > 0);
      for (const { written, next } of batch.written) recent.add(written, next);
      this.#written = batch.end;
      return {
        segment,
        end: batch.end,
        callers,
        isMilestone: batch.tile !== undefined || start !== found,
        tile: batch.tile,
      };
    } catch (error) {
      for (const { reject } of callers) reject(error);
      return undefined;
    }
  }

  /** Where the log ends, after what another writer left unfinished was put aside. */
  #settle(): End {
    const { end, torn } = this.#tail.settle();
    if (torn === undefined) return end;
    const batch = new Batch(end, this.#log.origin, this.#keys);
    batch.add([prepareEntry(this.#options.recovery({ bytes: torn.bytes.length, digest: torn.digest }))]);
    replaceTorn(this.#log.layout, torn, this.#tail.fileFor(end).file, batch.bytes(), this.#options.disk);
    this.#tail.moveTo(batch.end, true);
    this.#written = batch.end;
    return batch.end;
  }

  #afterSync(synced: readonly Unsynced[]): void {
    // What is still to be synced may be in one of them.
    if (!this.#syncs.running) this.#tail.closeFinished();
    const end = synced.at(-1)?.end;
    if (!end || !synced.some(({ isMilestone }) => isMilestone)) return;
    this.#upkeep.start(end, synced.find(({ tile }) => tile)?.tile);
  }
}
