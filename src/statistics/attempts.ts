/**
 * Chances of success over k attempts, from c successes in n: unbiased, unlike putting c/n into a power. pass@k is that at
 * least one of k succeeds, pass^k that all k do. Undefined for k > n: fewer attempts say nothing about more.
 */
export function passAtK(n: number, c: number, k: number): number | undefined {
  const none = shareOfDraws(n, n - c, k);
  return none === undefined ? undefined : 1 - none;
}

export function passAllK(n: number, c: number, k: number): number | undefined {
  return shareOfDraws(n, c, k);
}

/** C(some, k) / C(n, k), as a product, which does not overflow. */
function shareOfDraws(n: number, some: number, k: number): number | undefined {
  if (!(Number.isInteger(n) && Number.isInteger(some) && Number.isInteger(k)) || some < 0 || some > n || k < 1) {
    throw new RangeError(`expected whole numbers 0 <= c <= n and k >= 1, found n=${n}, c=${some}, k=${k}`);
  }
  if (k > n) return undefined;
  let share = 1;
  for (let at = 0; at < k; at += 1) share *= Math.max(0, some - at) / (n - at);
  return share;
}
