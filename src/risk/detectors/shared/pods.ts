import { type Fields, isObject } from "../../documents/json.ts";
import type { Detector, Finding } from "../../model.ts";
import { type Found, objectsOf } from "./objects.ts";
import { fieldsOf, listOf, oncePerOperation, textOf, valueAt } from "./values.ts";

/** A pod, or a template of pods, wherever it was found. */
export interface Pod {
  readonly object: Found;
  readonly spec: Fields;
  /** Its own `securityContext`. */
  readonly context: Fields;
  readonly containers: readonly Container[];
  /** What is absent says nothing: a patch, or a custom resource that is not known to hold whole templates. */
  readonly partial: boolean;
  /** How a finding names a place in it: "Deployment shop/web: spec.template.spec.hostPID". */
  field(path: string): string;
}

export interface Container {
  readonly name: string;
  readonly role: "container" | "init" | "ephemeral";
  readonly value: Fields;
  /** Its own `securityContext`. */
  readonly context: Fields;
  readonly pod: Pod;
  field(path: string): string;
}

type Findings = Finding | readonly Finding[] | undefined;

/** A detector's `detect` for pods of every kind of workload. */
export function inPods(look: (pod: Pod) => Findings): Detector["detect"] {
  return (operation) => podsOf(operation).flatMap((pod) => look(pod) ?? []);
}

/** A detector's `detect` for containers of every kind: usual, init and ephemeral ones. */
export function inContainers(look: (container: Container) => Findings): Detector["detect"] {
  return inPods((pod) => pod.containers.flatMap((container) => look(container) ?? []));
}

/** A field of a security context as it holds for the container: its own, else that of the pod. */
export function effective({ context, pod }: Container, name: string): unknown {
  return context[name] ?? pod.context[name];
}

/** Where the kinds of Kubernetes keep their pods. Kinds of others are searched. */
const template = ["spec", "template", "spec"];
const places: Readonly<Record<string, readonly string[]>> = {
  Pod: ["spec"],
  Deployment: template,
  StatefulSet: template,
  DaemonSet: template,
  ReplicaSet: template,
  ReplicationController: template,
  Job: template,
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
  PodTemplate: ["template", "spec"],
};

const podsOf = oncePerOperation((operation): readonly Pod[] => objectsOf(operation).flatMap(podsIn));

function podsIn(object: Found): readonly Pod[] {
  const place = places[object.kind];
  if (place) {
    const spec = valueAt(object.value, ...place);
    return isObject(spec) ? [podOf(object, spec, place.join("."), object.partial)] : [];
  }
  // The groups of Kubernetes itself hold no other pods: nothing to search there, and schemas can be large.
  if (!object.group.includes(".") || object.group.endsWith(".k8s.io")) return [];
  const pods: Pod[] = [];
  search(object, object.value, "", 0, pods);
  return pods;
}

const deepest = 12;
const notSearched = new Set(["metadata", "status", "data", "stringData"]);

function search(object: Found, value: unknown, path: string, depth: number, into: Pod[]): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(object, item, `${path}[${index}]`, depth + 1, into);
    return;
  }
  if (!isObject(value)) return;
  if (holdsContainers(value)) {
    into.push(podOf(object, value, path, object.partial || !/emplate\.spec$/.test(path)));
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (depth > 0 || !notSearched.has(name))
      search(object, inner, path === "" ? name : `${path}.${name}`, depth + 1, into);
  }
}

/** `containers` of pods, and the single `container` or `script` of a workflow's step. */
function holdsContainers(value: Fields): boolean {
  const withImage = (item: unknown) => textOf(fieldsOf(item).image) !== undefined;
  return listOf(value.containers).some(withImage) || withImage(value.container) || withImage(value.script);
}

const roles = { containers: "container", initContainers: "init", ephemeralContainers: "ephemeral" } as const;

function podOf(object: Found, spec: Fields, path: string, partial: boolean): Pod {
  const containers: Container[] = [];
  const context = fieldsOf(spec.securityContext);
  const field = (inner: string) => `${object.label}: ${path}.${inner}`;
  const pod: Pod = { object, spec, context, containers, partial, field };
  const add = (value: unknown, role: Container["role"], at: string) => {
    if (!isObject(value)) return;
    const name = textOf(value.name) ?? at;
    const within = (inner: string) => pod.field(`${at}.${inner}`);
    containers.push({ name, role, value, context: fieldsOf(value.securityContext), pod, field: within });
  };
  for (const [list, role] of Object.entries(roles)) {
    for (const [index, value] of listOf(spec[list]).entries()) add(value, role, `${list}[${index}]`);
  }
  for (const single of ["container", "script"]) add(spec[single], "container", single);
  return pod;
}
