import type { Write } from "../audit/index.ts";
import type { Prescription, Target } from "../evidence/index.ts";
import { pathOf } from "../kubernetes/index.ts";
import { mayChange } from "../risk/index.ts";
import { isOfRelease } from "./release.ts";

/** Whether what was done is what was meant: the same object, and the same kind of thing done to it. */
export function isMeant(write: Write, { class: kind, targets }: Prescription): boolean {
  return targets.some((target) => {
    if (target.system === "helm") return mayChange(kind) && isOfRelease(write, target);
    return target.system === "kubernetes" && isAbout(write, target) && isSuch(write, target.action, kind);
  });
}

const deleting = new Set(["delete", "deletecollection"]);
/** Words of actions that delete and do nothing else. */
const onlyDeletes = /^(delete|prune)\b/;

/** A wish to change something is none to delete it, nor the other way round. */
function isSuch({ verb }: Write, action: string, kind: Prescription["class"]): boolean {
  if (deleting.has(verb)) return kind === "destroy" || /^(delete|prune|drain|run)\b/.test(action);
  return !onlyDeletes.test(action) && (kind === "mutate" || kind === "destroy" || isInside(action));
}

/** What is done in a pod is done by a stream to it, whatever it is; whether it changes something nobody can tell. */
function isInside(action: string): boolean {
  return /^(exec|attach|port-forward|copy|read)\b/.test(action);
}

function isAbout(write: Write, target: Target): boolean {
  const { kind, name, namespace, action } = target;
  // A node is drained by evicting pods that nobody names.
  if (action === "drain" && write.resource === "pods") return true;
  if (namespace !== undefined && namespace !== "*" && write.namespace !== namespace) return false;
  if (kind !== "*" && resourceOf(kind) !== write.resource) return isPodOf(write, target);
  return name === "*" || name === (write.name ?? "");
}

/** `kubectl exec deploy/web` goes to one of its pods. */
function isPodOf({ resource, subresource, name = "" }: Write, { kind, name: owner, action }: Target): boolean {
  if (resource !== "pods" || subresource === undefined || !isInside(action)) return false;
  return kind === "Service" || owner === "*" || name.startsWith(`${owner}-`);
}

/** `Deployment` is `deployments`, in whatever group: two with the same name are rarer than versions. */
export function resourceOf(kind: string): string {
  const [word = kind] = kind.split(".");
  const path = pathOf({ apiVersion: "v1", kind: word, metadata: { name: "any" } });
  return word === word.toLowerCase() ? word : (path.split("/").at(-2) ?? word);
}
