import { setImmediate as turn } from "node:timers/promises";
import { type Draft, EvidenceProblem, type PreparedEntry, prepareEntry } from "../format/index.ts";
import { Batch } from "./batch.ts";
import type { View, Written } from "./contract.ts";
import { type Disk, notDurable, writeOrUndo } from "./disk.ts";
import type { End } from "./end.ts";
import type { EntryIndex } from "./entry-index.ts";
import type { Identity } from "./identity.ts";
import type { KeyStore } from "./keys.ts";
import type { Position } from "./lines.ts";
import { WriteLock } from "./lock.ts";
import { Recent } from "./recent.ts";
import { type SegmentFile, Tail } from "./tail.ts";
import { replaceTorn } from "./torn.ts";
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

interface Request {
  readonly propose: Propose;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Answer {
  readonly written: Written[];
  /** How far what is on disk to stay goes, at least. */
  readonly end: End;
}

/** What is in the file but not known to stay there. */
interface Unsynced {
  readonly segment: SegmentFile;
  readonly end: End;
  readonly answers: readonly { readonly request: Request; readonly written: Written[] }[];
  /** Whether a tile was made full or a segment begun. */
  readonly isMilestone: boolean;
}

export const defaultSegmentBytes = 64 * 1024 * 1024;
const mostBytes = 16 * 1024 * 1024;

/** So long may others wait for us, and syncs up to here are worth that the lock is kept meanwhile. */
const longestTurnMs = 5;
const quickMs = 1;

/** A sync that takes longer than to sign some dozens is shared by all. */
const sharedMs = 4;

/**
 * Writes for all callers of this process. What is in the file waits for the disk, which syncs all of it at once, and again
 * as soon as it is done; meanwhile others are signed and written. So that there are others, half of those who come together
 * wait for the second sync, unless the disk is slow. The lock is kept for some writes where syncs are quick, and otherwise
 * for the write only. The sync needs none: a later writer's sync covers everything before it in the same file, so nobody
 * is told "done" before all that his entry builds on is on disk to stay.
 */
export class Writer implements AsyncDisposable {
  readonly #log: Identity;
  readonly #keys: KeyStore;
  readonly #index: EntryIndex;
  readonly #options: WriterOptions;
  readonly #lock: WriteLock;
  readonly #tail: Tail;
  readonly #upkeep: Upkeep;
  readonly #queue: Request[] = [];
  #recent: Recent | undefined;
  #work: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  readonly #unsynced: Unsynced[] = [];
  #wake: (() => void) | undefined;
  /** The begin of the last tile that was made full and has no file yet. */
  #tile: Position | undefined;
  /** Set by our last write: until then there is nothing that a checkpoint should say. */
  #written: End | undefined;
  #broken: EvidenceProblem | undefined;
  /** Since when we have the lock. */
  #kept = 0;
  /** How long a sync took of late. */
  #syncMs = quickMs;

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
    await this.#syncing;
    try {
      if (this.#written && !this.#broken) this.#upkeep.start(this.#written, this.#tile);
      await this.#upkeep.finish();
    } finally {
      this.#tail[Symbol.dispose]();
      this.#lock[Symbol.dispose]();
    }
  }

  #submit(propose: Propose): Promise<Answer> {
    if (this.#broken) return Promise.reject(this.#broken);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#queue.push({ propose, resolve, reject });
    this.#wake?.();
    this.#work ??= this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    for (;;) {
      // Let everybody ask who is about to, in particular those who just got their answer.
      await turn();
      // One sync at a time: two would compete for the same disk.
      if (this.#unsynced.length > 0 && !this.#syncing) {
        this.#syncing = this.#sync(this.#unsynced.splice(0)).finally(() => (this.#syncing = undefined));
      }
      const waiting = this.#queue.length;
      if (waiting === 0) {
        if (!this.#syncing) break;
        await this.#news(this.#syncing);
        continue;
      }
      try {
        if (!this.#lock.isKept) await this.#takeLock();
        const isHalved = !this.#syncing && waiting > 3 && this.#syncMs < sharedMs;
        const unsynced = this.#write(isHalved ? Math.ceil(waiting / 2) : waiting);
        if (unsynced) this.#unsynced.push(unsynced);
        if (!this.#mayKeepLock()) this.#giveLockBack();
      } catch (error) {
        this.#giveLockBack();
        if (error instanceof EvidenceProblem && error.code === "NOT_DURABLE") this.#broken = error;
        for (const { reject } of this.#queue.splice(0)) reject(error);
      }
    }
    this.#giveLockBack();
    this.#work = undefined;
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
    await this.#lock.keep();
    this.#kept = performance.now();
  }

  /** To take it again for each write takes longer than to sign an entry. But nobody waits long for us. */
  #mayKeepLock(): boolean {
    return this.#syncMs < quickMs && performance.now() - this.#kept < longestTurnMs;
  }

  #giveLockBack(): void {
    if (!this.#lock.isKept) return;
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
    const answers: Unsynced["answers"][number][] = [];
    for (let taken = 0; taken < most && batch.length < mostBytes; taken += 1) {
      const request = this.#queue.shift();
      if (request === undefined) break;
      try {
        const written = batch.add(request.propose(view));
        for (const one of written) view.add(one);
        answers.push({ request, written });
      } catch (error) {
        request.reject(error);
      }
    }
    if (batch.length === 0) {
      return { segment: this.#tail.fileFor(found), end: found, answers, isMilestone: false };
    }
    try {
      const segment = this.#tail.fileFor(start);
      writeOrUndo(this.#options.disk, segment.file, batch.bytes(), start.next.offset, segment.path);
      this.#tail.moveTo(batch.end);
      for (const { written, next } of batch.written) recent.add(written, next);
      this.#tile = batch.tiles.at(-1) ?? this.#tile;
      this.#written = batch.end;
      return { segment, end: batch.end, answers, isMilestone: batch.tiles.length > 0 || start !== found };
    } catch (error) {
      for (const { request } of answers) request.reject(error);
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
    this.#tail.moveTo(batch.end);
    this.#tile = batch.tiles.at(-1) ?? this.#tile;
    this.#written = batch.end;
    return batch.end;
  }

  /** Never fails itself: those who wait are told, and those who come later. */
  async #sync(written: readonly Unsynced[]): Promise<void> {
    const last = written.at(-1);
    if (last === undefined) return;
    const { segment, end } = last;
    try {
      const began = performance.now();
      // What is in an earlier segment was synced before this one was begun.
      await this.#options.disk.sync(segment.file, this.#queue.length === 0);
      // Near the shortest of late: it may have been over long before we were free to see it.
      this.#syncMs = Math.min(performance.now() - began, this.#syncMs * 1.1);
      // Where another sync failed, everything is in doubt, even if this one succeeded.
      if (this.#broken) throw this.#broken;
    } catch (cause) {
      this.#broken ??= notDurable(segment.path, cause);
      const inDoubt = [...written, ...this.#unsynced.splice(0)].flatMap(({ answers }) => answers);
      for (const { request } of inDoubt) request.reject(this.#broken);
      for (const { reject } of this.#queue.splice(0)) reject(this.#broken);
      return;
    }
    // What is still to be synced may be in one of them.
    if (this.#unsynced.length === 0) this.#tail.closeFinished();
    for (const { answers } of written) {
      for (const { request, written } of answers) request.resolve({ written, end });
    }
    if (written.some(({ isMilestone }) => isMilestone)) this.#upkeep.start(end, this.#tile);
  }
}
