import type { Detector } from "../../model.ts";
import { inCommands, wordsOf } from "../shared/commands.ts";

const effects: readonly (readonly [RegExp, string])[] = [
  [/state rm$/, "the resource lives on, but nothing manages it and the next plan makes a second one"],
  [/state push$/, "the state that everybody works with is overwritten"],
  [/state (mv|replace-provider)$/, "the state is rewritten by hand"],
  [/force-unlock$/, "whoever holds the lock may still be writing"],
  [/workspace delete$/, "the state of a whole workspace goes"],
  [/(^| )(taint|untaint)$/, "the next plan destroys a resource, or no longer does"],
];

export const terraformState: Detector = {
  tag: "terraform.state-surgery",
  level: "high",
  summary: "the state edited by hand: rm, mv, push, force-unlock, workspace delete, taint",
  advice:
    "Keep a copy (terraform state pull), and say the same in code where it can be said: moved, removed and import blocks.",
  detect: inCommands(["terraform", "tofu", "terragrunt"], /./, (command) =>
    effects
      .filter(([operation]) => operation.test(command.operation))
      .map(([, because]) => ({ field: wordsOf(command), because })),
  ),
};
