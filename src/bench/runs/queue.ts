/** How much may go on at once. */
export interface Budget {
  readonly jobs: number;
  readonly memoryMb: number;
  /** How many of those that come next are prepared meanwhile. */
  readonly ahead: number;
}

export interface Turns<T> {
  readonly budget: Budget;
  /** Megabytes that it takes while it is worked on. */
  memoryOf(item: T): number;
  work(item: T): Promise<void>;
  /** Told, once, what will be started soon, so that it can be prepared. */
  next?(item: T): void;
  readonly signal: AbortSignal;
}

/**
 * Works on all items in their order, as many at once as the budget allows; what is too large for it gets its turn alone.
 * When one fails, or somebody wants to stop, no other is started; it ends when those that were started have ended.
 */
export async function inTurn<T>(
  items: readonly T[],
  { budget, memoryOf, work, next, signal }: Turns<T>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let memory = 0;
  const fits = (item: T) =>
    running.size === 0 || (running.size < budget.jobs && memory + memoryOf(item) <= budget.memoryMb);
  const begin = (item: T) => {
    memory += memoryOf(item);
    const turn = work(item)
      .catch((thrown: unknown) => void failures.push(thrown))
      .finally(() => {
        memory -= memoryOf(item);
        running.delete(turn);
      });
    running.add(turn);
  };
  let told = 0;
  for (const [at, item] of items.entries()) {
    while (!fits(item)) await Promise.race(running);
    if (failures.length > 0 || signal.aborted) break;
    begin(item);
    const coming = items.slice(Math.max(told, at + 1), at + 1 + budget.ahead);
    told = at + 1 + budget.ahead;
    for (const each of coming) next?.(each);
  }
  await Promise.all(running);
  signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}
