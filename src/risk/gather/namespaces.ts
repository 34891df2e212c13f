import { isObject, textIn } from "../documents/json.ts";
import type { Answer, Want } from "../model.ts";
import { runBounded } from "./bounded.ts";
import type { Limits } from "./limits.ts";
import { findProgram, type Places } from "./program.ts";

type Labels = Readonly<Record<string, string>>;

/** More namespaces than these are read as one list. */
const oneByOne = 4;

/** Labels of namespaces, if the cluster says so at once. By paths: anything else would first ask what there is. */
export async function readLabels(
  want: Extract<Want, { ask: "namespace-labels" }>,
  places: Places,
  limits: Limits,
  signal: AbortSignal,
): Promise<Answer> {
  const kubectl = await findProgram("kubectl", places);
  if (kubectl === undefined) return { want, missing: "kubectl is not here" };
  const context = want.context === undefined ? [] : [`--context=${want.context}`];
  const environment =
    want.kubeconfig === undefined ? places.environment : { ...places.environment, KUBECONFIG: want.kubeconfig };
  const read = async (path: string): Promise<(readonly [string, Labels])[]> => {
    const args = ["get", "--raw", path, `--request-timeout=${limits.clusterMs}ms`, ...context];
    const bounds = { environment, timeoutMs: limits.clusterMs, bytes: limits.fileBytes, signal };
    const printed = await runBounded(kubectl, args, bounds);
    if (typeof printed === "string") throw new Error(printed);
    return labelsOf(JSON.parse(printed.toString()));
  };
  const base = "/api/v1/namespaces";
  const { namespaces } = want;
  const paths =
    namespaces.length > oneByOne
      ? [`${base}?limit=500`]
      : namespaces.map((name) => `${base}/${encodeURIComponent(name)}`);
  // A namespace that is not there yet has no labels; a cluster that says nothing about any of them did not answer.
  const answers = await Promise.allSettled(paths.map(read));
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (!answers.some(({ status }) => status === "fulfilled")) return { want, missing: "the cluster did not say" };
  return { want, labels: Object.fromEntries(found.filter(([name]) => namespaces.includes(name))) };
}

function labelsOf(value: unknown): (readonly [string, Labels])[] {
  const items = isObject(value) && Array.isArray(value.items) ? value.items : [value];
  return items.filter(isObject).flatMap(({ metadata }) => {
    if (!isObject(metadata)) return [];
    const labels = Object.entries(isObject(metadata.labels) ? metadata.labels : {});
    return [
      [
        textIn(metadata.name) ?? "",
        Object.fromEntries(labels.map(([name, text]) => [name, textIn(text) ?? ""])),
      ] as const,
    ];
  });
}
