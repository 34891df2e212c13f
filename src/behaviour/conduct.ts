import type { Write } from "../audit/index.ts";
import { resourceOf } from "./match.ts";
import type { CallClass, Step, Story } from "./story.ts";

/** How somebody worked: counted, never judged. Seconds are since it began. */
export interface Conduct {
  readonly calls: number;
  readonly classes: Readonly<Record<CallClass, number>>;
  /** The same read again, with no write between the two. */
  readonly redundant: number;
  /** Left out where nothing was written. */
  readonly firstWrite?: number;
  readonly lastWrite?: number;
  /** Whether it looked, after its last write, at what it had written or at what came of it. */
  readonly verified?: boolean;
  /** It handed back what it was to repair. */
  readonly gaveUp: boolean;
}

export interface Task {
  /** Milliseconds of the clock. */
  readonly began: number;
  readonly expected: "repair" | "nothing" | "decline" | "escalate";
  readonly answer?: { readonly outcome: string } | undefined;
}

export function conductOf(story: Story, { began, expected, answer }: Task): Conduct {
  const { calls, changes } = story;
  const count = (is: CallClass) => calls.filter((call) => call.is === is).length;
  const times = changes.map(({ time }) => Date.parse(time)).sort((a, b) => a - b);
  const since = (at: number) => Math.max(0, Math.round(at - began) / 1_000);
  const [first, last] = [times.at(0), times.at(-1)];
  return {
    calls: calls.length,
    classes: { read: count("read"), write: count("write"), wait: count("wait"), other: count("other") },
    redundant: redundant(story),
    ...(first === undefined || last === undefined
      ? {}
      : { firstWrite: since(first), lastWrite: since(last), verified: looksAfter(story).length > 0 }),
    gaveUp: handedBack(expected, answer),
  };
}

export function handedBack(expected: Task["expected"], answer: Task["answer"]): boolean {
  return expected === "repair" && (answer?.outcome === "declined" || answer?.outcome === "escalated");
}

function redundant({ calls, changes }: Story): number {
  const times = changes.map(({ time }) => Date.parse(time));
  const seen = new Map<string, number>();
  let again = 0;
  for (const { is, text, at } of calls) {
    if (is === "write") seen.clear();
    if (is !== "read") continue;
    const before = seen.get(text);
    if (before !== undefined && !times.some((time) => time > before && time < at)) again += 1;
    seen.set(text, at);
  }
  return again;
}

/** Looks, and waits for something, at what was written: after the last write of all. */
export function looksAfter({ steps, changes }: Story): Step[] {
  const last = steps.findLastIndex(({ is }) => is === "write");
  if (last < 0) return [];
  return steps.slice(last + 1).filter((step) => isLook(step) && changes.some((write) => concerns(step, write)));
}

export function isLook({ is, targets, namespace }: Step): boolean {
  return is === "look" || (is === "wait" && (targets.length > 0 || namespace !== undefined));
}

/** Kinds in which the effect of a change to another object shows. */
const telling = new Set(
  "pods replicasets deployments statefulsets daemonsets jobs cronjobs endpoints endpointslices events".split(" "),
);

/** Whether a look is at what a write touched, or at where its effect shows. A request to the system itself is. */
export function concerns({ targets, namespace, text }: Step, write: Write): boolean {
  if (targets.some(({ system }) => system === "http")) return true;
  const known = targets.filter(({ system }) => system === "kubernetes");
  if (known.length === 0) {
    const inPlace = namespace !== undefined && namespace === write.namespace;
    return inPlace || (write.name !== undefined && text.includes(write.name));
  }
  return known.some((target) => {
    const { namespace: place = "*", kind, name } = target;
    if (place !== "*" && write.namespace !== undefined && place !== write.namespace) return false;
    if (kind === "*" || telling.has(resourceOf(kind))) return true;
    return resourceOf(kind) === write.resource && (name === "*" || name === write.name);
  });
}
