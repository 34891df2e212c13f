import { rendered } from "../kubernetes/sources.ts";
import type { Look } from "../scene.ts";

/** `kustomize build` prints; `kustomize edit` and others change files. */
export const kustomize: Look = async (words, scene) => {
  const [verb = "", ...rest] = words.slice(1).filter((word) => !word.startsWith("-"));
  const prints = verb === "build" || verb === "version" || verb === "cfg" || verb === "";
  const kind = prints ? "read" : verb === "edit" || verb === "create" ? "mutate" : "unknown";
  const hints = { paths: rest };
  scene.add({ tool: "kustomize", operation: verb, class: kind, words, flags: new Map(), hints });
  return { class: kind, output: verb === "build" ? () => rendered(rest[0] ?? ".", scene) : undefined };
};
