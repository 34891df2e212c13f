import type { OperationClass } from "../../evidence/index.ts";
import { classOfWrite, fileTarget } from "../files.ts";
import type { Look } from "../scene.ts";

/** No program, but what agents do to files by tools of their own, declared as if it were one: `files edit PATH…`. */
export const files: Look = async (words, scene) => {
  const [, verb = "", ...names] = words;
  const paths = names.map((name) => scene.path(name));
  const kinds = new Set(paths.map((path): OperationClass => classOfWrite(path)));
  const kind = (["destroy", "mutate"] as const).find((each) => kinds.has(each)) ?? "read";
  const targets = paths.map((path) => fileTarget(path, verb));
  scene.add({ tool: "files", operation: verb, class: kind, words, flags: new Map(), targets, hints: { paths } });
  return { class: kind };
};
