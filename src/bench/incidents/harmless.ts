import type { Blueprint, Part } from "../../applications/index.ts";
import type { NodeSpec } from "../../cluster/index.ts";
import type { Change } from "../../faults/index.ts";
import { BenchProblem } from "../problem.ts";
import { type LookAlike, lookAlikes, workloadOf } from "./look-alikes.ts";

const quiet = { release, scale, note } as const;
const noisy: Readonly<Record<string, LookAlike>> = lookAlikes;

type Name = keyof typeof quiet | keyof typeof lookAlikes;

/** What an ordinary day brings: some of it is noticed by nobody, some of it raises an alert. */
export const harmlessNames = [...Object.keys(quiet), ...Object.keys(lookAlikes)] as [Name, ...Name[]];

export interface Harmless {
  readonly what: Name;
  /** A part of the application. */
  readonly on: string;
  /** Shortly before the end, which it outlasts. */
  readonly late?: boolean | undefined;
}

/** Nobody is worse off for it, and whoever looks for a cause will find it first. */
export function harmlessChanges({ what, on }: Harmless, blueprint: Blueprint, now = new Date()): Change[] {
  const part = blueprint.parts[on];
  if (part === undefined) throw new BenchProblem("BAD_RECIPE", `no part "${on}" for ${what}`);
  if (what in quiet) return [quiet[what as keyof typeof quiet](part, blueprint)];
  return noisy[what]?.changes(part, blueprint, now) ?? [];
}

/** The alert that it raises, if any. */
export function alertOf({ what }: Harmless): string | undefined {
  return noisy[what]?.alert;
}

export function nodesFor({ what }: Harmless): readonly NodeSpec[] | undefined {
  return noisy[what]?.nodes;
}

function release(part: Part): Change {
  const env = [{ name: "VERSION", value: "1.0.1" }];
  const template = {
    metadata: { annotations: { release: "1.0.1" } },
    spec: { containers: [{ name: part.container, env }] },
  };
  return { is: "patch", on: workloadOf(part), body: { spec: { template } } };
}

function scale(part: Part): Change {
  return { is: "patch", on: workloadOf(part), body: { spec: { replicas: part.replicas + 1 } } };
}

function note(part: Part, { objects }: Blueprint): Change {
  const { namespace } = part;
  const settings = objects.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.namespace === namespace);
  const name = part.config ?? settings?.metadata.name;
  if (name === undefined) throw new BenchProblem("BAD_RECIPE", `${part.role} has no settings to put a note in`);
  return {
    is: "patch",
    on: { apiVersion: "v1", kind: "ConfigMap", namespace, name },
    body: { data: { NOTE: "reviewed, no change needed" } },
  };
}
