import { readdirSync, readlinkSync } from "node:fs";

/**
 * Descriptors that our caller opened for the command, such as `3<file` or make's job server. Node marks the low ones as
 * not to be inherited; handing them on by name undoes that. Whatever lies below Node's own first event queue was there
 * before Node. Descriptors above 15, such as the 63 of `<(…)`, are left alone by Node and need nothing.
 */
export function inheritedDescriptors(): readonly number[] {
  try {
    const numbers = readdirSync("/proc/self/fd").map(Number);
    const queues = numbers.filter(isEventQueue);
    return queues.length === 0 ? [] : numbers.filter((fd) => fd > 2 && fd < Math.min(...queues)).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function isEventQueue(fd: number): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === "anon_inode:[eventpoll]";
  } catch {
    return false;
  }
}
