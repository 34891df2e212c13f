import type { KubeObject } from "../../kubernetes/index.ts";
import type { Alert, Moment, Observed, Recorded, Span } from "./model.ts";
import type { Rule } from "./rules.ts";
import { eachContainer, measured, type Situation } from "./signals.ts";

/** What would have fired, looked at every few seconds of what was recorded. The same records give the same alerts. */
export function alertsIn(recorded: Recorded, rules: readonly Rule[], everySeconds = 5): Alert[] {
  const since = new Map<string, Moment>();
  const alerts: Alert[] = [];
  const past: { time: Moment; restarts: ReadonlyMap<string, number> }[] = [];
  const state = new States(recorded.objects);
  const calls = new Calls(recorded.spans, 3_000 * Math.max(0, ...rules.map(({ window }) => window)));
  for (let time = recorded.from + everySeconds * 1_000; time <= recorded.to; time += everySeconds * 1_000) {
    const objects = state.at(time);
    const recent = calls.until(time);
    past.push({ time, restarts: restartsOf(objects) });
    const firing = new Set<string>();
    for (const rule of rules) {
      const windowMs = rule.window * 1_000;
      const restartsBefore = past.find((each) => each.time >= time - windowMs)?.restarts ?? new Map();
      const spans = recent.filter((span) => span.time > time - 3 * windowMs);
      const situation: Situation = { time, objects, spans, windowMs, restartsBefore };
      for (const { labels, value, count } of measured(rule.signal, situation)) {
        if (value <= rule.above || count < rule.least) continue;
        const key = JSON.stringify([rule.alert, labels]);
        firing.add(key);
        const activeAt = since.get(key) ?? time;
        since.set(key, activeAt);
        if (time - activeAt < rule.for * 1_000) continue;
        alerts.push({
          ...{ time, activeAt, value: Math.round(value * 1_000) / 1_000 },
          labels: { alertname: rule.alert, severity: rule.severity, ...labels },
          annotations: { summary: rule.about },
        });
      }
    }
    for (const key of since.keys()) if (!firing.has(key)) since.delete(key);
  }
  return alerts;
}

/** The spans of the last while; moments are asked for in order. An hour has many, of which a rule needs a minute. */
class Calls {
  readonly #spans: readonly Span[];
  readonly #spanMs: number;
  #first = 0;
  #next = 0;

  constructor(spans: readonly Span[], spanMs: number) {
    this.#spans = [...spans].sort((a, b) => a.time - b.time);
    this.#spanMs = spanMs;
  }

  until(time: Moment): readonly Span[] {
    const at = (index: number) => this.#spans[index]?.time ?? Number.POSITIVE_INFINITY;
    while (at(this.#next) <= time) this.#next += 1;
    while (this.#first < this.#next && at(this.#first) <= time - this.#spanMs) this.#first += 1;
    return this.#spans.slice(this.#first, this.#next);
  }
}

/** The objects as they were at a moment; moments are asked for in order. */
class States {
  readonly #changes: readonly Observed[];
  readonly #now = new Map<string, KubeObject>();
  #next = 0;

  constructor(changes: readonly Observed[]) {
    this.#changes = changes;
  }

  at(time: Moment): KubeObject[] {
    for (; this.#next < this.#changes.length; this.#next += 1) {
      const change = this.#changes[this.#next];
      if (change === undefined || change.time > time) break;
      const key = change.object.metadata.uid ?? "";
      if (change.type === "DELETED") this.#now.delete(key);
      else this.#now.set(key, change.object);
    }
    return [...this.#now.values()];
  }
}

function restartsOf(objects: readonly KubeObject[]): ReadonlyMap<string, number> {
  return new Map(
    eachContainer(objects).map(({ pod, status }) => [`${pod.metadata.uid}/${status.name}`, status.restartCount ?? 0]),
  );
}
