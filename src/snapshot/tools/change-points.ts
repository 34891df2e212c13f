export interface ChangePoint {
  /** The first value of the new level. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  /** The step against the spread within both levels: 0 is none. */
  readonly strength: number;
}

const shortest = 3;
const weakest = 4;
/** More points than that are enough for any step that matters, and their square is not. */
const most = 100_000;

/**
 * Where the level of a series changed: the split that leaves the least spread on both sides, then the same within the
 * stronger parts, up to `count` times. Sums from the left make every split cost the same, however long the series is.
 */
export function changePoints(values: readonly number[], count: number): readonly ChangePoint[] {
  const series = values.slice(0, most);
  const found: ChangePoint[] = [];
  const parts: (readonly [number, number])[] = [[0, series.length]];
  while (found.length < count) {
    const best = parts
      .map((part) => ({ part, point: strongest(series, part) }))
      .filter(({ point }) => point !== undefined && point.strength >= weakest)
      .sort((a, b) => (b.point?.strength ?? 0) - (a.point?.strength ?? 0))[0];
    if (best?.point === undefined) break;
    const { part, point } = best;
    found.push(point);
    parts.splice(parts.indexOf(part), 1, [part[0], point.at], [point.at, part[1]]);
  }
  return found.sort((a, b) => a.at - b.at);
}

function strongest(series: readonly number[], [from, to]: readonly [number, number]): ChangePoint | undefined {
  const length = to - from;
  if (length < 2 * shortest) return undefined;
  const part = series.slice(from, to);
  // Relative to the first value, or large values would drown small steps in rounding.
  const base = part[0] ?? 0;
  const [sums, squares] = [[0], [0]];
  for (const [at, value] of part.entries()) {
    sums.push((sums[at] ?? 0) + (value - base));
    squares.push((squares[at] ?? 0) + (value - base) ** 2);
  }
  const [all, allSquares] = [sums[length] ?? 0, squares[length] ?? 0];
  let best: { at: number; within: number } | undefined;
  for (let at = shortest; at <= length - shortest; at += 1) {
    const [left, leftSquares] = [sums[at] ?? 0, squares[at] ?? 0];
    const within = leftSquares - left ** 2 / at + (allSquares - leftSquares - (all - left) ** 2 / (length - at));
    if (best === undefined || within < best.within) best = { at, within };
  }
  if (best === undefined) return undefined;
  const left = (sums[best.at] ?? 0) / best.at;
  const right = (all - (sums[best.at] ?? 0)) / (length - best.at);
  // A level without any spread is still told apart from rounding.
  const spread =
    Math.sqrt(Math.max(0, best.within) / length) + 1e-6 * (Math.abs(base) + Math.abs(left) + Math.abs(right));
  const step = Math.abs(right - left);
  const strength = step === 0 ? 0 : (step / spread) * Math.sqrt((best.at * (length - best.at)) / length);
  return { at: from + best.at, before: left + base, after: right + base, strength };
}
