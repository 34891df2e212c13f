/** At most `count` at a time; the others wait in the order in which they came. */
export interface Slots {
  take(): Promise<Disposable>;
  readonly waiting: number;
}

export function slots(count: number): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  const give = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  const slot = (): Disposable => {
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (held) give();
        held = false;
      },
    };
  };
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      return slot();
    },
    get waiting() {
      return queue.length;
    },
  };
}
