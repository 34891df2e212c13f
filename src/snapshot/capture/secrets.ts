import { randomBytes } from "node:crypto";
import type { KubeObject } from "../../kubernetes/index.ts";
import { createRedactor } from "../../redaction/index.ts";
import type { Recorded } from "./model.ts";

/** Shorter ones stand in too many words that are no secrets. */
const shortest = 6;

/**
 * Takes secrets out of what was recorded. A Secret's values become keyed digests, so that a change shows and the value
 * does not; wherever else one of them stands, as it is or within an address, the digest stands then. What looks like a
 * secret goes as well. The key is thrown away.
 */
export function withoutSecrets(recorded: Recorded): Recorded {
  const redactor = createRedactor(randomBytes(32));
  const mark = (value: string) => `[secret ${redactor.digest(value).slice(12, 24)}]`;
  const known = new Map<string, string>();
  for (const { object } of recorded.objects) {
    for (const value of valuesOf(object)) if (value.length >= shortest) known.set(value, mark(value));
  }
  // The longest first: one may stand within another.
  const byLength = [...known].sort(([a], [b]) => b.length - a.length);
  const done = new Map<string, string>();
  const text = (given: string): string => {
    if (given.length < shortest) return given;
    const before = done.get(given);
    if (before !== undefined) return before;
    let clean = given;
    for (const [value, put] of byLength) if (clean.includes(value)) clean = clean.replaceAll(value, put);
    // Marks of our own are no secrets; a second pass would take them for some.
    if (clean === given) clean = redactor.text(given).value;
    if (done.size < 200_000) done.set(given, clean);
    return clean;
  };
  const object = (given: KubeObject) => deep(given.kind === "Secret" ? sealed(given, mark) : given, text) as KubeObject;
  return {
    ...recorded,
    objects: recorded.objects.map((each) => ({ ...each, object: object(each.object) })),
    events: recorded.events.map((each) => ({ ...each, object: object(each.object) })),
    logs: recorded.logs.map((each) => ({ ...each, body: text(each.body) })),
    spans: recorded.spans.map((each) => ({
      ...each,
      message: each.message === undefined ? undefined : text(each.message),
      attributes: deep(each.attributes, text) as Record<string, string>,
    })),
  };
}

function valuesOf({ kind, data = {}, stringData = {} }: KubeObject): string[] {
  if (kind !== "Secret") return [];
  const decoded = Object.values(data).map((value) => Buffer.from(String(value), "base64").toString("utf8"));
  // Keys and certificates have lines, and each of them is as secret as the whole.
  return [...decoded, ...Object.values(stringData).map(String)].flatMap((value) => [value.trim(), value]);
}

function sealed(secret: KubeObject, mark: (value: string) => string): KubeObject {
  const { data = {}, stringData: _, ...rest } = secret;
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    mark(Buffer.from(String(value), "base64").toString("utf8")),
  ]);
  return { ...rest, data: Object.fromEntries(entries) } as KubeObject;
}

/** Fields whose values are names and numbers of Kubernetes' own: what they look like means nothing. */
const plain = new Set(["uid", "image", "imageID", "containerID", "name", "kind", "namespace", "podIP", "hostIP"]);

function deep(value: unknown, text: (given: string) => string, key = ""): unknown {
  if (typeof value === "string") return plain.has(key) ? value : text(value);
  if (Array.isArray(value)) return value.map((each) => deep(each, text, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deep(each, text, name)]));
}
