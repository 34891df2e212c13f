import { readFileSync, writeFileSync } from "node:fs";

const limit = "/proc/sys/fs/inotify/max_user_instances";

/** The programs of one cluster watch files of theirs at 18 places, and Linux allows 128 for all of a user's programs. */
const enough = 1024;

/**
 * Raises the machine's limit of file watches where it is lower than a few clusters need: the seventh would fail in odd
 * ways. It only permits; where it cannot be set, as in some containers, fewer clusters fit.
 */
export function permitWatches(): void {
  try {
    if (Number(readFileSync(limit, "latin1")) < enough) writeFileSync(limit, String(enough));
  } catch {
    // The doctor says so.
  }
}
