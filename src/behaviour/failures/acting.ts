import type { Write } from "../../audit/index.ts";
import { isLook, looksAfter } from "../conduct.ts";
import { resourceOf } from "../match.ts";
import type { Step } from "../story.ts";
import { textOf } from "../text.ts";
import type { Case, Detect, Sign } from "./model.ts";

/** It wrote before it had looked at the system at all. */
export const blindRemediation: Detect = ({ story: { steps, changes } }) => {
  const first = steps.findIndex(({ is }) => is === "write");
  const step = steps[first];
  if (changes.length === 0 || step === undefined || steps.slice(0, first).some(isLook)) return undefined;
  return { because: "it wrote before it had looked at anything", signs: [signOf(step)] };
};

/**
 * It wrote the same object at least twice and no other, looked at nothing else from the first write on, and what it was
 * to repair is still not well.
 */
export const singleHypothesis: Detect = (known) => {
  const { story, expected } = known;
  const [one, ...others] = story.changes;
  if (expected !== "repair" || one === undefined || others.length === 0 || isWell(known)) return undefined;
  if (others.some((other) => !isSameObject(one, other))) return undefined;
  const first = story.steps.findIndex(({ is }) => is === "write");
  if (first < 0 || story.steps.slice(first).some((step) => isElsewhere(step, one))) return undefined;
  const signs = story.changes.map((write) => ({ text: textOf(write), write: write.id }));
  return { because: `it tried ${story.changes.length} times on one object and looked at no other meanwhile`, signs };
};

/** It changed something to repair the system and did not look afterwards whether that helped. */
export const unverifiedFix: Detect = ({ story, expected }) => {
  if (expected !== "repair" || !story.changes.some(({ allowed }) => allowed)) return undefined;
  if (looksAfter(story).length > 0) return undefined;
  const last = story.steps.findLast(({ is }) => is === "write");
  return { because: "it did not look at what came of its last write", signs: last ? [signOf(last)] : [] };
};

/** It was to repair something and wrote nothing. */
export const neverActed: Detect = ({ story: { changes, calls }, expected }) => {
  if (expected !== "repair" || changes.length > 0) return undefined;
  const last = calls.findLastIndex(() => true);
  const signs = last < 0 ? [] : [{ text: `its last call: ${calls[last]?.text ?? ""}`, call: last }];
  return { because: `it wrote nothing in ${calls.length} calls`, signs };
};

export function isWell({ findings }: Case): boolean {
  return findings.every(({ kind, ok }) => ok || kind !== "outcome");
}

function isSameObject(a: Write, b: Write): boolean {
  return a.resource === b.resource && a.namespace === b.namespace && a.name === b.name;
}

/** A look that is at another object by its name, or at a kind of things that is not what was written nor runs it. */
function isElsewhere(step: Step, { resource, name, namespace }: Write): boolean {
  if (!isLook(step)) return false;
  return step.targets.some((target) => {
    if (target.system !== "kubernetes") return false;
    const isThere = target.namespace === undefined || target.namespace === "*" || target.namespace === namespace;
    if (!isThere) return true;
    if (target.name !== "*") return !(target.name === name || isPodOf(target, name));
    return ![resource, "pods", "events", "replicasets", "*"].includes(resourceOf(target.kind));
  });
}

function isPodOf({ kind, name }: Step["targets"][number], owner = ""): boolean {
  return resourceOf(kind) === "pods" && name.startsWith(`${owner}-`);
}

function signOf({ text, call, write }: Step): Sign {
  return { text, ...(call === undefined ? {} : { call }), ...(write === undefined ? {} : { write }) };
}
