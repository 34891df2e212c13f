import type { Fields } from "../../documents/json.ts";
import type { Detector, Finding, KubernetesObject, Operation, TerraformChange } from "../../model.ts";
import { isKnown, show } from "../../words.ts";
import { kubernetesObjectOf } from "./terraform-kubernetes.ts";
import { fieldsOf, oncePerOperation, textOf } from "./values.ts";

/** A Kubernetes object that would be there after the operation, or the part of it that is given. */
export interface Found {
  readonly kind: string;
  /** "" for the core group. */
  readonly group: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** "Deployment shop/web" */
  readonly label: string;
  readonly action: "apply" | "create" | "replace" | "patch";
  readonly partial: boolean;
  readonly value: Fields;
}

/** An object that would be gone after the operation. */
export interface Gone {
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly label: string;
  readonly selector: string | undefined;
}

type Findings = Finding | readonly Finding[] | undefined;

/** A detector's `detect` for objects of some kinds. What is being deleted is never looked at. */
export function inObjects(kinds: readonly string[], look: (object: Found) => Findings): Detector["detect"] {
  return (operation) => {
    const byKind = objectsByKind(operation);
    return kinds.flatMap((kind) => (byKind.get(kind) ?? []).flatMap((object) => look(object) ?? []));
  };
}

/** A detector's `detect` for deletions of objects of some kinds. */
export function inDeletions(kinds: readonly string[], look: (object: Gone) => Findings): Detector["detect"] {
  return (operation) =>
    deletionsOf(operation)
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((object) => look(object) ?? []);
}

export const objectsOf = oncePerOperation((operation): readonly Found[] => [
  ...operation.objects.flatMap(found),
  ...operation.changes.flatMap((change) => found(kubernetesObjectOf(change))),
]);

const objectsByKind = oncePerOperation((operation) => Map.groupBy(objectsOf(operation), ({ kind }) => kind));

export const deletionsOf = oncePerOperation((operation: Operation): readonly Gone[] => [
  ...operation.targets
    .filter(({ system, action }) => system === "kubernetes" && action === "delete")
    .map(({ kind: said, name, namespace, apiVersion, selector }) => {
      // A kind that nobody here knows comes as the command says it: "postgresqls.acid.zalan.do".
      const [kind = said, ...group] = said.split(".");
      const label = labelOf(said, name, namespace, selector);
      return {
        kind,
        group: apiVersion === undefined ? group.join(".") : groupOf(apiVersion),
        name,
        namespace,
        label,
        selector,
      };
    }),
  ...operation.changes.filter(({ actions }) => actions.includes("delete")).flatMap(goneByPlan),
]);

function found(object: KubernetesObject | undefined): readonly Found[] {
  if (object === undefined || object.action === "delete" || object.action === "read") return [];
  const { value, action, partial } = object;
  const kind = textOf(value.kind);
  if (kind === undefined) return [];
  const metadata = fieldsOf(value.metadata);
  const name = textOf(metadata.name) ?? textOf(metadata.generateName) ?? "?";
  const namespace = textOf(metadata.namespace);
  const label = labelOf(kind, name, namespace);
  return [{ kind, group: groupOf(value.apiVersion), name, namespace, label, action, partial, value }];
}

function goneByPlan(change: TerraformChange): readonly Gone[] {
  const object = kubernetesObjectOf({ ...change, after: change.before, actions: ["create"] });
  return found(object).map(({ kind, group, name, namespace, label }) => ({
    kind,
    group,
    name,
    namespace,
    label: `${label} (${change.address})`,
    selector: undefined,
  }));
}

function groupOf(apiVersion: unknown): string {
  return typeof apiVersion === "string" && apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
}

function labelOf(kind: string, name: string, namespace: string | undefined, selector?: string): string {
  const where = namespace === undefined || !isKnown(namespace) ? show(name) : `${namespace}/${show(name)}`;
  return selector === undefined ? `${kind} ${where}` : `${kind} ${where} with ${selector}`;
}
