import { readdirSync, readFileSync } from "node:fs";

/** A process and all that came from it, as far as the system tells; only itself where there is no /proc. */
export function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of parents()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function parents(): readonly (readonly [number, number])[] {
  let names: string[];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name): [number, number][] => {
    try {
      const text = readFileSync(`/proc/${name}/stat`, "latin1");
      return [[Number(name), Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1])]];
    } catch {
      return []; // Gone since the list was made.
    }
  });
}
