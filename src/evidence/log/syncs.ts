import type { EvidenceProblem } from "../format/index.ts";
import type { Written } from "./contract.ts";
import { type Disk, notDurable } from "./disk.ts";
import type { End } from "./end.ts";
import type { Position } from "./lines.ts";
import type { SegmentFile } from "./tail.ts";

/** What is in the file but not known to stay there. */
export interface Unsynced {
  readonly segment: SegmentFile;
  readonly end: End;
  readonly callers: readonly Caller[];
  /** Whether a tile was made full or a segment begun. */
  readonly isMilestone: boolean;
  /** Where the first tile begins that was made full. */
  readonly tile?: Position | undefined;
}

/** Who waits until what was written for him stays. */
export interface Caller {
  readonly written: Written[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface Answer {
  readonly written: Written[];
  /** How far what is on disk to stay goes, at least. */
  readonly end: End;
}

/**
 * How fast a quick sync is forgotten. Most seem to take as long as we were busy meanwhile, so that one in dozens shows how
 * long it really was.
 */
const forgetting = 1.01;

/**
 * Makes what is in the file stay there. One sync at a time, for two would compete for the same disk; and the next one as
 * soon as that is done, for all that was written meanwhile.
 */
export class Syncs {
  readonly #disk: Disk;
  readonly #onDone: (synced: readonly Unsynced[]) => void;
  readonly #waiting: Unsynced[] = [];
  #running: Promise<void> | undefined;
  #problem: EvidenceProblem | undefined;
  #typicalMs = 1;

  constructor(disk: Disk, onDone: (synced: readonly Unsynced[]) => void) {
    this.#disk = disk;
    this.#onDone = onDone;
  }

  /** Settled when the one that runs now is done. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Set when the disk failed: from then on nobody knows what stays. */
  get problem(): EvidenceProblem | undefined {
    return this.#problem;
  }

  /** How long one took of late, near the shortest: it may have been over long before we were free to see it. */
  get typicalMs(): number {
    return this.#typicalMs;
  }

  /** `isIdle`: there is nothing else to do meanwhile. */
  add(unsynced: Unsynced, isIdle: boolean): void {
    this.#waiting.push(unsynced);
    if (!this.#running) this.#start(isIdle);
  }

  /** Nobody else is told "done". */
  giveUp(problem: EvidenceProblem): void {
    this.#problem ??= problem;
  }

  async finish(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #start(isIdle: boolean): void {
    const last = this.#waiting.at(-1);
    this.#running = last && this.#sync(last, this.#waiting.splice(0), isIdle);
  }

  /** Never fails itself: those who wait are told. */
  async #sync({ segment, end }: Unsynced, written: readonly Unsynced[], isIdle: boolean): Promise<void> {
    const began = performance.now();
    try {
      // What is in an earlier segment was synced before this one was begun.
      await this.#disk.sync(segment.file, isIdle);
    } catch (cause) {
      this.giveUp(notDurable(segment.path, cause));
    }
    if (this.#problem) {
      this.#running = undefined;
      const inDoubt = [...written, ...this.#waiting.splice(0)].flatMap(({ callers }) => callers);
      for (const { reject } of inDoubt) reject(this.#problem);
      return;
    }
    this.#typicalMs = Math.min(performance.now() - began, this.#typicalMs * forgetting);
    // First the disk, so that it has something to do while those who waited for this are told and come again.
    this.#start(false);
    for (const { callers } of written) {
      for (const { written, resolve } of callers) resolve({ written, end });
    }
    this.#onDone(written);
  }
}
