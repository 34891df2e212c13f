import type { KubeObject } from "../kubernetes/index.ts";
import type { FieldChange } from "./write.ts";

/** What the API server and controllers keep for themselves: nobody who writes an object means these. */
const kept = [
  "status",
  "metadata.managedFields",
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.uid",
  "metadata.creationTimestamp",
  "metadata.selfLink",
  "metadata.deletionTimestamp",
  "metadata.deletionGracePeriodSeconds",
  "metadata.annotations.deployment.kubernetes.io/revision",
  "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
];

/** Maps that are made by their first member: the member is what was added. */
const madeAsNeeded = ["metadata.annotations", "metadata.labels", "data", "stringData", "binaryData"];

/** The fields in which two states of an object differ, as deep as they can be named. */
export function changedFields(before: KubeObject, after: KubeObject): FieldChange[] {
  const changes: FieldChange[] = [];
  compare(before, after, "", changes);
  return changes;
}

function compare(from: unknown, to: unknown, path: string, changes: FieldChange[]): void {
  if (kept.includes(path) || Object.is(from, to)) return;
  if (madeAsNeeded.includes(path) && (from === undefined || to === undefined)) {
    compare(from ?? {}, to ?? {}, path, changes);
  } else if (isObject(from) && isObject(to)) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      compare(from[name], to[name], path === "" ? name : `${path}.${name}`, changes);
    }
  } else if (Array.isArray(from) && Array.isArray(to)) {
    compareLists(from, to, path, changes);
  } else changes.push({ path, from, to });
}

function compareLists(from: readonly unknown[], to: readonly unknown[], path: string, changes: FieldChange[]): void {
  const key = keyOf([...from, ...to]);
  if (key === undefined) {
    // Lists of plain values, and of things without a name, are one value: their places mean nothing.
    if (JSON.stringify(from) !== JSON.stringify(to)) changes.push({ path, from, to });
    return;
  }
  const index = (list: readonly unknown[]) => new Map(list.map((item) => [(item as Named)[key], item]));
  const [before, after] = [index(from), index(to)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compare(before.get(name), after.get(name), `${path}[${key}=${name}]`, changes);
  }
}

type Named = Record<string, string | number>;

/** By what Kubernetes itself tells the items of a list apart, where each item has it and no two the same. */
function keyOf(items: readonly unknown[]): string | undefined {
  if (items.length === 0 || !items.every(isObject)) return undefined;
  return ["name", "mountPath", "containerPort", "port", "key", "type", "uid"].find((key) =>
    (items as Record<string, unknown>[]).every((item) => ["string", "number"].includes(typeof item[key])),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
