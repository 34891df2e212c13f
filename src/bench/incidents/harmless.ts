import type { Blueprint } from "../../applications/index.ts";
import type { Change } from "../../faults/index.ts";
import { BenchProblem } from "../problem.ts";
import type { Recipe } from "./recipe.ts";

/** What an ordinary day brings. Nobody is worse off for it, and whoever looks for a cause will find it first. */
export function harmlessChanges({ name, harmless }: Recipe, { parts, objects }: Blueprint): Change[] {
  return harmless.map(({ what, on }): Change => {
    const part = parts[on];
    if (part === undefined) throw new BenchProblem("BAD_RECIPE", `${name}: no part "${on}" for ${what}`);
    const workload = { apiVersion: "apps/v1", kind: part.kind, namespace: part.namespace, name: part.name };
    if (what === "scale") return { is: "patch", on: workload, body: { spec: { replicas: part.replicas + 1 } } };
    if (what === "release") {
      const env = [{ name: "VERSION", value: "1.0.1" }];
      const template = {
        metadata: { annotations: { release: "1.0.1" } },
        spec: { containers: [{ name: part.container, env }] },
      };
      return { is: "patch", on: workload, body: { spec: { template } } };
    }
    const config =
      part.config ??
      objects.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.namespace === part.namespace)?.metadata
        .name;
    if (config === undefined) throw new BenchProblem("BAD_RECIPE", `${name}: ${on} has no settings to put a note in`);
    return {
      is: "patch",
      on: { apiVersion: "v1", kind: "ConfigMap", namespace: part.namespace, name: config },
      body: { data: { NOTE: "reviewed, no change needed" } },
    };
  });
}
