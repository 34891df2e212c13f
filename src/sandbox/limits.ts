import type { Limits } from "./model.ts";

const MiB = 1024 ** 2;

/** Enough for kubectl, helm and a coding agent; far from what hurts a machine with two processors. */
const usual: Limits = { cpus: 1, memory: 2_048 * MiB, processes: 512, disk: 512 * MiB, output: MiB, seconds: 600 };

export function limitsOf(wanted: Partial<Limits> = {}): Limits {
  return { ...usual, ...wanted };
}

/** A flood is not listened to for ever: beyond this many times what is kept, the command ends. */
export const floodFactor = 64;
