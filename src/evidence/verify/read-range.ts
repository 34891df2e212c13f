import { closeSync, openSync, readSync } from "node:fs";
import { checkRange, type RangeResult, type RangeTask } from "./range.ts";

let memory = Buffer.alloc(0);

/** Reads a range into memory that is used again for the next, and checks it. */
export function readAndCheckRange(task: RangeTask): RangeResult {
  const length = task.end - task.start;
  if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
  const file = openSync(task.path, "r");
  try {
    let filled = 0;
    while (filled < length) {
      const read = readSync(file, memory, filled, length - filled, task.start + filled);
      if (read === 0) break; // Cut off while we read: what is left is judged.
      filled += read;
    }
    return checkRange(task, memory.subarray(0, filled));
  } finally {
    closeSync(file);
  }
}
