/** How the clock went. That it goes backwards is no fault: order is that of the sequence, and clocks are set. */
export interface Clock {
  readonly first: string;
  readonly last: string;
  /** Entries whose time is before that of the entry before. */
  readonly backwards: number;
  /** The place of the largest step back, and its milliseconds. */
  readonly worst?: { readonly index: number; readonly milliseconds: number };
}

export function noteTime(clock: Clock | undefined, time: string, index: number): Clock {
  if (clock === undefined) return { first: time, last: time, backwards: 0 };
  // Times are written alike, so their order is that of their characters.
  if (time >= clock.last) return { ...clock, last: time };
  return { ...clock, last: time, ...stepBack(clock, Date.parse(clock.last) - Date.parse(time), index) };
}

/** Two stretches, one after the other; the second one's places count from `offset`. */
export function joinClocks(before: Clock | undefined, after: Clock | undefined, offset: number): Clock | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  const joined = noteTime(before, after.first, offset);
  const worst = after.worst && { index: after.worst.index + offset, milliseconds: after.worst.milliseconds };
  return {
    ...joined,
    last: after.last,
    backwards: joined.backwards + after.backwards,
    ...(worst && worst.milliseconds > (joined.worst?.milliseconds ?? 0) && { worst }),
  };
}

export function remarkOnClock({ backwards, worst }: Clock): string | undefined {
  if (worst === undefined) return undefined;
  const times = backwards === 1 ? "once" : `${backwards} times`;
  return `the clock went backwards ${times}, the furthest at entry ${worst.index}, by ${worst.milliseconds} ms`;
}

function stepBack(clock: Clock, milliseconds: number, index: number): Pick<Clock, "backwards" | "worst"> {
  const worse = milliseconds > (clock.worst?.milliseconds ?? 0);
  return { backwards: clock.backwards + 1, ...(worse && { worst: { index, milliseconds } }) };
}
