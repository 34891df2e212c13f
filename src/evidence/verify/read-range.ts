import { closeSync, openSync, readSync } from "node:fs";
import { StoredArtifacts } from "./artifacts.ts";
import { checkRange, type RangeResult, type RangeTask } from "./range.ts";

/** Reads and checks ranges of one log. What it needs for one range it uses again for the next. */
export function rangeChecker(): (task: RangeTask) => RangeResult {
  let memory = Buffer.alloc(0);
  let stored: StoredArtifacts | undefined;

  return (task) => {
    const length = task.end - task.start;
    if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
    if (task.artifactsIn !== undefined) stored ??= new StoredArtifacts(task.artifactsIn);
    const file = openSync(task.path, "r");
    try {
      let filled = 0;
      while (filled < length) {
        const read = readSync(file, memory, filled, length - filled, task.start + filled);
        if (read === 0) break; // Cut off while we read: what is left is judged.
        filled += read;
      }
      return checkRange(task, memory.subarray(0, filled), stored);
    } finally {
      closeSync(file);
    }
  };
}
