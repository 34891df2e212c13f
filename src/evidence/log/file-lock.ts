import { statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { messageOf } from "../../problem/index.ts";
import { EvidenceProblem } from "../format/index.ts";

/**
 * A lock that one process at a time can have. It is SQLite's lock on a file of its own, because that works on every
 * platform and the kernel drops it with the process that held it.
 */
export class FileLock implements Disposable {
  readonly #path: string;
  #handle: Handle;

  constructor(path: string) {
    this.#path = path;
    this.#handle = open(path);
  }

  /** Whether we have it now. */
  take(): boolean {
    try {
      this.#handle.prepare();
      this.#handle.begin.run();
    } catch (error) {
      const busy = 5;
      if (errorCode(error) === busy) return false;
      throw notWritable(this.#path, error);
    }
    if (this.isInPlace()) return true;
    this.#handle.database.close();
    this.#handle = open(this.#path);
    return false;
  }

  /** If not, somebody took the file away, and others lock another one by now. */
  isInPlace(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#handle.inode;
  }

  giveBack(): void {
    this.#handle.end.run();
  }

  [Symbol.dispose](): void {
    this.#handle.database.close();
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

function errorCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}
