import type { Target } from "../../evidence/index.ts";
import type { Scene } from "../scene.ts";
import { isKnown } from "../words.ts";
import type { Place } from "./place.ts";

const most = 20;

/** Labels of the namespaces that something is about to happen in: they often say what the names do not. */
export function askLabels(targets: readonly Target[], place: Place, scene: Scene): void {
  const own = targets.flatMap(({ kind, name, namespace }) =>
    kind === "Namespace" ? [name] : namespace ? [namespace] : [],
  );
  const names = [...new Set(own)].filter((name) => isKnown(name) && name !== "*").sort();
  scene.world.draft.hint({ namespaces: names });
  if (names.length === 0) return;
  const { kubeconfig, context } = place;
  const answer = scene.see({
    ask: "namespace-labels",
    namespaces: names.slice(0, most),
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  });
  // A cluster that does not answer is no reason to understand less of the command.
  scene.world.draft.hint({ namespaceLabels: answer?.labels ?? {} });
}
