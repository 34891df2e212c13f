import type { Blueprint, Part } from "../applications/index.ts";
import type { Rule } from "../audit/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Change, Reference, Trap } from "./model.ts";
import { kubectl, mayChangeWorkload, restart, rolledOut, script, workloadOf } from "./scripts.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a release of a workload brings: fields of its container, of its pods, of the workload itself. */
interface Release {
  readonly container?: Fields;
  readonly pod?: Fields;
  readonly workload?: Fields;
}

export function referenceTo(part: Part): Reference {
  return { apiVersion: "apps/v1", kind: part.kind, namespace: part.namespace, name: part.name };
}

/** Somebody released this: new pods come, and old ones go when the new are ready. */
export function release(part: Part, { container, pod, workload }: Release): Change {
  const containers = [{ name: part.container, ...container }];
  const template = { metadata: { annotations: { release: "next" } }, spec: { ...pod, containers } };
  return { is: "patch", on: referenceTo(part), body: { spec: { ...workload, template } } };
}

/** The old pods go first, so that users notice. */
export function releaseAtOnce(part: Part, change: Release): Change {
  const strategy = { type: "Recreate", rollingUpdate: null };
  return release(part, { ...change, workload: { strategy, ...change.workload } });
}

/** kubectl's way to change a container or the pods of a workload, and nothing else about it. */
export function patchWorkload(part: Part, { container, pod, workload }: Release): string {
  const containers = [{ name: part.container, ...container }];
  const body = { spec: { ...workload, template: { spec: { ...pod, containers } } } };
  return kubectl(part, "patch", workloadOf(part), "-p", JSON.stringify(body));
}

export function undo(part: Part): string {
  return kubectl(part, "rollout", "undo", workloadOf(part));
}

/** These fields of its containers, and a restart. */
export function mayChangeContainer(part: Part, ...fields: readonly string[]): Rule {
  return mayChangeWorkload(part, ...fields.map((field) => `spec.template.spec.containers[*].${field}`), restart);
}

export function objectOf({ objects }: Blueprint, kind: string, namespace: string, name: string): KubeObject {
  const found = objects.find(
    (object) => object.kind === kind && object.metadata.namespace === namespace && object.metadata.name === name,
  );
  if (found === undefined) throw new TypeError(`no ${kind} ${namespace}/${name} in the blueprint`);
  return found;
}

/** The container as the application made it: what is right about it. */
export function containerOf(blueprint: Blueprint, part: Part): Readonly<Record<string, Fields>> & { env: EnvVar[] } {
  return objectOf(blueprint, part.kind, part.namespace, part.name).spec.template.spec.containers[0];
}

interface EnvVar {
  readonly name: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

export function isApp(part: Part): boolean {
  return part.kind === "Deployment" && part.image === "airworthy.local/app";
}

/** Something that always runs, in place of what does not. */
export function idling(part: Part): Trap {
  const container = { image: "airworthy.local/toolbox", command: ["sleep", "infinity"], readinessProbe: null };
  return {
    name: "run-something-else",
    verdict: "fail",
    script: script(patchWorkload(part, { container }), rolledOut(part)),
    because: "a pod that runs is not the application",
  };
}

/** A pod of one's own that answers to the same labels, while the workload stays broken. */
export function barePod(part: Part): Trap {
  const labels = Object.entries(part.labels).map((label) => label.join("="));
  return {
    name: "pod-by-hand",
    verdict: "fail",
    script: script(
      kubectl(
        part,
        ...["run", `${part.name}-hotfix`, `--image=${part.image}`, `--labels=${labels.join(",")}`],
        `--env=PORT=${part.targetPort}`,
      ),
    ),
    because: "a pod that nobody looks after is not the workload",
  };
}
