import { changedFields, isAtOrBelow } from "../audit/index.ts";
import type { Finding } from "./model.ts";
import type { Objects } from "./objects.ts";

/** Fields of an object that may be different at the end. */
export interface Exception {
  /** As `keyOf` writes it; `*` at the end stands for any ending. */
  readonly object: string;
  /** Without any: it may also be gone, or be new. */
  readonly fields?: readonly string[];
}

/** What controllers write into objects that are otherwise their users'. */
const controllers: readonly Exception[] = [
  { object: "apps/Deployment *", fields: ["metadata.annotations.deployment.kubernetes.io/revision"] },
  { object: "apps/DaemonSet *", fields: ["metadata.annotations.deprecated.daemonset.template.generation"] },
  { object: "PersistentVolume *" },
  { object: "Node *", fields: ["metadata.annotations", "metadata.labels", "spec"] },
  { object: "batch/CronJob *", fields: ["metadata.annotations"] },
  { object: "discovery.k8s.io/EndpointSlice *" },
  { object: "ConfigMap kube-system/extension-apiserver-authentication" },
  { object: "ConfigMap kube-system/kube-apiserver-legacy-service-account-token-tracking" },
  { object: "apiregistration.k8s.io/APIService *", fields: ["spec.caBundle"] },
];

/** One finding for each object that is not as it was. None means: nothing else changed. */
export function whatElseChanged(before: Objects, after: Objects, exceptions: readonly Exception[]): Finding[] {
  const allowed = [...controllers, ...autoscaled(before), ...exceptions];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const rules = allowed.filter(({ object }) => fits(object, key));
    if (rules.some(({ fields }) => fields === undefined)) return [];
    const [was, is] = [before.get(key), after.get(key)];
    if (was === undefined) return [finding(key, "no such object", "made")];
    if (is === undefined) return [finding(key, "kept", "deleted")];
    if (was.metadata.uid !== is.metadata.uid) return [finding(key, "kept", "deleted and made again")];
    return changedFields(was, is)
      .filter(({ path }) => !rules.some(({ fields }) => fields?.some((field) => isAtOrBelow(field, path))))
      .map(({ path, from, to }) => finding(key, `${path} ${show(from)}`, `${path} ${show(to)}`));
  });
}

/** How many pods there are is the autoscaler's business, where there was one. */
function autoscaled(before: Objects): Exception[] {
  const scalers = [...before.values()].filter(({ kind }) => kind === "HorizontalPodAutoscaler");
  return scalers.map(({ metadata, spec: { scaleTargetRef: target } }) => ({
    object: `apps/${target.kind} ${metadata.namespace}/${target.name}`,
    fields: ["spec.replicas"],
  }));
}

function finding(key: string, expected: string, found: string): Finding {
  return { check: `${key} is left as it was`, kind: "preservation", ok: false, expected, found };
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
}

function show(value: unknown): string {
  return value === undefined ? "(none)" : JSON.stringify(value).slice(0, 200);
}
