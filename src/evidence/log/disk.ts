import { fdatasync, fdatasyncSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { messageOf } from "../../problem/index.ts";
import { EvidenceProblem } from "../format/index.ts";

/**
 * The two steps that an entry's life depends on. A test puts itself here to fail, or to end the process, before, within
 * or after either of them.
 */
export interface Disk {
  /** All bytes at that place of the file, or an error. */
  write(file: number, bytes: Buffer, position: number): void;
  /**
   * Resolves when what is in the file survives a power failure. On macOS Node asks the drive itself to flush. `idle`: the
   * caller has nothing else to do meanwhile.
   */
  sync(file: number, idle?: boolean): Promise<void>;
}

/** A sync up to here takes less than waking up another thread for it, and being woken by it, on a busy machine. */
const quickMs = 1;

export const realDisk: Disk = {
  write(file, bytes, position) {
    // A disk that fills up takes a part first and refuses at the next try.
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, position + done);
    }
  },
  async sync(file, idle = false) {
    const began = performance.now();
    if (idle && typicalMs < quickMs) fdatasyncSync(file);
    else await syncElsewhere(file);
    typicalMs += (performance.now() - began - typicalMs) / 8;
  },
};

/** How long a sync took of late. Not known at first: whoever waits for a slow one must not be held up by it. */
let typicalMs = quickMs;

const syncElsewhere = promisify(fdatasync);

/** Writes at the end of a file, or leaves it as it was. */
export function writeOrUndo(disk: Disk, file: number, bytes: Buffer, end: number, path: string): void {
  try {
    disk.write(file, bytes, end);
  } catch (error) {
    // Shortening needs no space. If even that fails, the next writer finds an unfinished write and cuts it off.
    ftruncateSync(file, end);
    throw diskProblem(error, path);
  }
}

/** What the operating system said about a file, in words. Anything else comes back as it is. */
export function diskProblem(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
    return new EvidenceProblem("DISK_FULL", `${path}: expected room to write, found none: ${messageOf(error)}`, {
      cause: error,
      hint: "nothing was changed; make room on the disk and try again",
    });
  }
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(code)) {
    return new EvidenceProblem("NOT_WRITABLE", `${path}: expected to be allowed to write: ${messageOf(error)}`, {
      cause: error,
      hint: "let the user who writes own the log's directory, or name another directory",
    });
  }
  return error;
}

/** After a failed sync nobody knows what is on the disk, and the next one may succeed without having written it. */
export function notDurable(path: string, cause: unknown): EvidenceProblem {
  return new EvidenceProblem("NOT_DURABLE", `${path}: expected the disk to confirm a write: ${messageOf(cause)}`, {
    cause,
    hint:
      "the last entries may or may not be there after a power failure, and this process writes no more: " +
      "look at the disk, then open the log again",
  });
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
