import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";

const effects: Readonly<Record<string, string>> = {
  target: "only a part of the plan is carried out: state and configuration no longer agree",
  replace: "a resource is destroyed and made again although nothing in it changed",
  "lock=false": "somebody else may change the state at the same time",
  "refresh=false": "the plan is made against what the state remembers, not what is there",
};

export const terraformTarget: Detector = {
  tag: "terraform.partial-run",
  level: "medium",
  summary: "terraform with -target, -replace, -lock=false or -refresh=false",
  advice: "Run the whole plan and see what is in the way of it.",
  detect: inCommands(["terraform", "tofu", "terragrunt"], /(^| )(apply|destroy)$/, (command) =>
    Object.entries(effects).flatMap(([option, because]) => {
      const [name = "", off] = option.split("=");
      const said = off === undefined ? command.flags.has(name) : command.flags.has(name) && !isOn(command, name);
      return said ? [{ field: wordsOf(command, name), because }] : [];
    }),
  ),
};
