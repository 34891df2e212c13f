import type { Hints } from "../draft.ts";
import type { Flags } from "../flags.ts";
import type { Scene } from "../scene.ts";
import { hole, isKnown } from "../words.ts";

/** Which cluster and namespace a command means. */
export interface Place {
  /** "*" for all. Absent where nothing tells. */
  readonly namespace: string | undefined;
  /** Said in the command, not only the context's default. */
  readonly explicit: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly hints: Hints;
}

/** Variables under which a shell session keeps what `kubectl config use-context` and `kubens` chose. */
export const chosen = { context: "\0kubernetes context", namespace: "\0kubernetes namespace" } as const;

/** Helm and kubectl name the options differently. */
interface Names {
  readonly context: string;
  readonly variables?: { readonly context: string; readonly namespace: string };
}

export function placeOf(flags: Flags, scene: Scene, names: Names = { context: "context" }): Place {
  const environment = (name: string | undefined) =>
    name === undefined ? undefined : scene.variable(name) || undefined;
  const { variables } = scene.at.session;
  const file = flags.value("kubeconfig") ?? environment("KUBECONFIG");
  const kubeconfig = file === undefined || !isKnown(file) ? undefined : paths(file, scene);
  const context = flags.value(names.context) ?? environment(names.variables?.context) ?? variables.get(chosen.context);
  const current = currentOf(file, kubeconfig, context, scene);
  const given = flags.value("namespace") ?? environment(names.variables?.namespace);
  const inDefault = variables.get(chosen.namespace) ?? current.namespace;
  const namespace = flags.on("all-namespaces") ? "*" : (given ?? inDefault);
  const cluster = flags.value("cluster") ?? current.cluster;
  const server = flags.value("server") ?? flags.value("kube-apiserver") ?? current.server;
  return {
    namespace,
    explicit: given !== undefined || namespace === "*",
    kubeconfig,
    context: context !== undefined && isKnown(context) ? context : undefined,
    hints: {
      contexts: [context ?? current.context].filter((name) => name !== undefined),
      clusters: [cluster].filter((name) => name !== undefined),
      servers: [server].filter((name) => name !== undefined),
      namespaces: namespace === undefined || namespace === "*" ? [] : [namespace],
      ...(kubeconfig !== undefined && { paths: [kubeconfig] }),
    },
  };
}

const paths = (file: string, scene: Scene) => {
  const separator = /^[A-Za-z]:[\\/]/.test(scene.at.session.directory) ? ";" : ":";
  return file
    .split(separator)
    .filter((path) => path !== "")
    .map((path) => scene.path(path))
    .join(separator);
};

function currentOf(
  file: string | undefined,
  kubeconfig: string | undefined,
  context: string | undefined,
  scene: Scene,
) {
  if (scene.at.inside !== undefined) return {};
  if ((file !== undefined && kubeconfig === undefined) || (context !== undefined && !isKnown(context))) {
    scene.unknown("which cluster is meant is known only when the command runs");
    return { namespace: hole };
  }
  const answer = scene.see({
    ask: "kubernetes-context",
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  });
  if (answer?.missing !== undefined) scene.unknown(`which cluster is meant: ${answer.missing}`);
  return answer?.context ?? {};
}
