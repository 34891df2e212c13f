import type { Task } from "./model.ts";

/** The variants that a run takes, if nobody says otherwise. */
export function seedsOf({ seeds: { from, count } }: Task): string[] {
  return Array.from({ length: count }, (_, at) => String(from + at));
}
