import type { Flaw } from "../load/flaw.ts";

export type LintRule =
  | "unreadable"
  | "cause-named"
  | "kind-named"
  | "field-named"
  | "repair-named"
  | "name-leaks"
  | "rights-point"
  | "control-missing"
  | "image-unpinned"
  | "instruction-long"
  | "reference-missing"
  | "metadata-missing"
  | "variants-alike"
  | "placeholder-left"
  | "digest-differs";

/** What should be better about a task. */
export interface LintFinding extends Flaw {
  readonly rule: LintRule;
}
