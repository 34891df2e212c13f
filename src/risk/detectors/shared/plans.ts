import type { Fields } from "../../documents/json.ts";
import type { Detector, Finding, TerraformChange } from "../../model.ts";
import { fieldsOf } from "./values.ts";

type Findings = Finding | readonly Finding[] | undefined;

/** A detector's `detect` for resources of a plan that would be there afterwards. What is destroyed is never looked at. */
export function inPlans(
  types: readonly string[],
  look: (after: Fields, change: TerraformChange) => Findings,
): Detector["detect"] {
  return ({ changes }) =>
    changes
      .filter(
        ({ type, actions }) =>
          types.includes(type) && actions.some((action) => action !== "delete" && action !== "forget"),
      )
      .flatMap((change) => look(fieldsOf(change.after), change) ?? []);
}

/** Whether a value is decided only while the plan runs. */
export function isUndecided({ afterUnknown }: TerraformChange, name: string): boolean {
  return fieldsOf(afterUnknown)[name] === true;
}
