import { run } from "../../process/index.ts";
import { isObject, textIn } from "../documents/json.ts";
import type { Answer, Want } from "../model.ts";
import type { Limits } from "./limits.ts";
import { findProgram, type Places } from "./program.ts";

/** Labels of namespaces, if the cluster says so at once. */
export async function readLabels(
  want: Extract<Want, { ask: "namespace-labels" }>,
  places: Places,
  limits: Limits,
  signal: AbortSignal,
): Promise<Answer> {
  const kubectl = await findProgram("kubectl", places);
  if (kubectl === undefined) return { want, missing: "kubectl is not here" };
  const args = [
    "get",
    "namespaces",
    "--ignore-not-found",
    "--output=json",
    `--request-timeout=${limits.clusterMs}ms`,
    ...(want.context === undefined ? [] : [`--context=${want.context}`]),
    "--",
    ...want.namespaces,
  ];
  const env =
    want.kubeconfig === undefined ? places.environment : { ...places.environment, KUBECONFIG: want.kubeconfig };
  try {
    const { stdout } = await run(kubectl, args, { env, timeoutMs: limits.clusterMs, signal });
    return { want, labels: stdout.trim() === "" ? {} : labelsOf(JSON.parse(stdout)) };
  } catch {
    return { want, missing: "the cluster did not say" };
  }
}

function labelsOf(value: unknown): Record<string, Record<string, string>> {
  const items = isObject(value) && Array.isArray(value.items) ? value.items : [value];
  return Object.fromEntries(
    items.filter(isObject).flatMap(({ metadata }) => {
      if (!isObject(metadata) || !isObject(metadata.labels)) return [];
      const labels = Object.entries(metadata.labels).map(([name, text]) => [name, textIn(text) ?? ""]);
      return [[textIn(metadata.name) ?? "", Object.fromEntries(labels)]];
    }),
  );
}
