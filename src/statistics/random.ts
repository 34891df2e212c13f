/** Numbers in [0, 1), the same for the same seed on every machine and in every version. */
export type Random = () => number;

/** SplitMix32 over the hash of the seed: small, well spread, and nothing secret depends on it. */
export function seeded(seed: string): Random {
  // FNV-1a, so that seeds that differ in one letter share nothing.
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** One of several, each as likely as the others. */
export function choose<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new RangeError("cannot choose from an empty list");
  return chosen;
}
