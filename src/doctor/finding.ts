/** One requirement, held against the machine. */
export interface Finding {
  readonly requirement: string;
  /** `warning`: it works, but worse, or only later. */
  readonly state: "ok" | "missing" | "warning";
  readonly found: string;
  /** Exactly what to do; nothing where all is well. */
  readonly remedy?: string;
  readonly neededFor: string;
}

export const forLocal = "local clusters";
export const insteadOfLocal = "or use a cluster you have, which needs none of this: --provider existing";

const gibibyte = 1024 ** 3;
export const inGiB = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;
export const GiB = (count: number): number => count * gibibyte;
