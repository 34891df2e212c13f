import { statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../problem/index.ts";
import { EvidenceProblem } from "../format/index.ts";

/**
 * The right to write, one holder at a time among all processes. It is SQLite's lock on a file of its own, because that
 * works on every platform and the kernel drops it with the process that held it. Whoever takes it to keep must give it
 * back within milliseconds: others ask again and again meanwhile.
 */
export class WriteLock implements Disposable {
  readonly #path: string;
  #handle: Handle;
  #isKept = false;

  constructor(path: string) {
    this.#path = path;
    this.#handle = open(path);
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** For one function that waits for nothing. */
  async hold<T>(work: () => T): Promise<T> {
    for (let tries = 0; !this.#isKept && !this.#take(); tries += 1) await sleep(pause(tries));
    if (this.#isKept) return work();
    try {
      return work();
    } finally {
      this.#handle.end.run();
    }
  }

  /** Until it is given back. */
  async keep(): Promise<void> {
    for (let tries = 0; !this.#take(); tries += 1) await sleep(pause(tries));
    this.#isKept = true;
  }

  giveBack(): void {
    if (this.#isKept) this.#handle.end.run();
    this.#isKept = false;
  }

  [Symbol.dispose](): void {
    this.#handle.database.close();
  }

  #take(): boolean {
    try {
      this.#handle.prepare();
      this.#handle.begin.run();
    } catch (error) {
      const busy = 5;
      if (errorCode(error) === busy) return false;
      throw notWritable(this.#path, error);
    }
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#handle.inode) return true;
    // Somebody took the file away, and others lock another one by now.
    this.#handle.database.close();
    this.#handle = open(this.#path);
    return false;
  }
}

interface Handle {
  readonly database: DatabaseSync;
  /** To be done once, while nobody else holds the lock. */
  readonly prepare: () => void;
  readonly begin: StatementSync;
  readonly end: StatementSync;
  readonly inode: number;
}

function open(path: string): Handle {
  try {
    const database = new DatabaseSync(path, { timeout: 0 });
    const begin = database.prepare("BEGIN EXCLUSIVE");
    const end = database.prepare("ROLLBACK");
    let isPrepared = false;
    const prepare = () => {
      // Otherwise SQLite makes and removes a file each time, for changes that never come.
      if (!isPrepared) database.exec("PRAGMA journal_mode = MEMORY");
      isPrepared = true;
    };
    return { database, prepare, begin, end, inode: statSync(path).ino };
  } catch (error) {
    throw notWritable(path, error);
  }
}

function notWritable(path: string, cause: unknown): EvidenceProblem {
  return new EvidenceProblem("NOT_WRITABLE", `${path}: expected a lock that we may take: ${messageOf(cause)}`, {
    cause,
    hint: "let the user who writes own the log's directory; reading needs no lock",
  });
}

/**
 * Milliseconds until the next try. With few others the lock is free again at once. With many, trying often would take
 * away the time that the holder needs; and those who wait must not all come at the same moment.
 */
function pause(tries: number): number {
  return Math.min(1.5 ** tries, longestPause) * (0.5 + Math.random());
}

const longestPause = 16;

function errorCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}
