/** Times in milliseconds. */
export interface TimedSpan {
  readonly id: string;
  readonly parent: string | undefined;
  readonly start: number;
  readonly end: number;
}

interface Walked {
  /** All spans as a tree is read: parents before children, by time. Indexes into what was given. */
  readonly order: readonly { readonly at: number; readonly depth: number }[];
  /** What each span on the critical path itself contributed to the end-to-end time. */
  readonly self: ReadonlyMap<number, number>;
}

/**
 * Which spans decided how long a trace took. From the end backwards: whatever finished last before the moment looked at was
 * waited for; what ran meanwhile was not. Ids that repeat or lead in a circle come from whoever wrote the file: each span is
 * visited once.
 */
export function criticalPath(spans: readonly TimedSpan[]): Walked {
  const byId = new Map<string, number>();
  for (const [at, { id }] of spans.entries()) if (!byId.has(id)) byId.set(id, at);
  const children = new Map<number, number[]>();
  const roots: number[] = [];
  for (const [at, { parent, id }] of spans.entries()) {
    const above = parent === undefined || parent === id ? undefined : byId.get(parent);
    if (above === undefined) roots.push(at);
    else children.set(above, [...(children.get(above) ?? []), at]);
  }
  const order: { at: number; depth: number }[] = [];
  const seen = new Set<number>();
  const visit = (first: number) => {
    const waiting = [{ at: first, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.at)) continue;
      seen.add(next.at);
      order.push(next);
      const { depth } = next;
      waiting.push(...(children.get(next.at) ?? []).toReversed().map((at) => ({ at, depth: depth + 1 })));
    }
  };
  for (const root of roots) visit(root);
  // What hangs together only in a circle has no root: it begins anywhere.
  for (const at of spans.keys()) if (!seen.has(at)) visit(at);
  return { order, self: selfTimes(spans, roots, children) };
}

function selfTimes(
  spans: readonly TimedSpan[],
  roots: readonly number[],
  children: ReadonlyMap<number, readonly number[]>,
) {
  const self = new Map<number, number>();
  const last = roots.toSorted((a, b) => length(spans[b]) - length(spans[a]))[0];
  if (last === undefined) return self;
  const waiting: { at: number; until: number }[] = [{ at: last, until: spans[last]?.end ?? 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, until } = next;
    const span = spans[at];
    if (span === undefined || self.has(at)) continue;
    let cursor = Math.min(span.end, until);
    let own = 0;
    const below = (children.get(at) ?? []).toSorted((a, b) => (spans[b]?.end ?? 0) - (spans[a]?.end ?? 0));
    for (const child of below) {
      const inner = spans[child];
      // One that goes on after its parent was not waited for.
      if (inner === undefined || inner.end > cursor || inner.end <= span.start || length(inner) === 0) continue;
      own += cursor - inner.end;
      waiting.push({ at: child, until: inner.end });
      cursor = Math.max(inner.start, span.start);
    }
    self.set(at, own + Math.max(0, cursor - span.start));
  }
  return self;
}

const length = (span: TimedSpan | undefined) => (span === undefined ? 0 : span.end - span.start);
