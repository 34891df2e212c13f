import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { disruptionBudgetRemoval } from "./disruption-budget-removal.ts";

const budget = (spec: object) => apply(object("PodDisruptionBudget", { spec }, "policy/v1"));

detects(disruptionBudgetRemoval, {
  finds: {
    "a budget that is deleted": run("kubectl delete pdb web"),
    "a budget that keeps none": budget({ minAvailable: 0 }),
    "a budget that lets all go": budget({ maxUnavailable: "100%" }),
    "a patch to that": run(`kubectl patch pdb web -p '{"spec":{"minAvailable":"0%"}}'`),
  },
  ignores: {
    "a budget that keeps one": budget({ minAvailable: 1 }),
    "a budget that lets one go": budget({ maxUnavailable: 1 }),
  },
});
