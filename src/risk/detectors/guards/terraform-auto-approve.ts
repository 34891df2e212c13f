import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";

const options = ["auto-approve", "terragrunt-non-interactive", "non-interactive", "yes"];

export const terraformAutoApprove: Detector = {
  tag: "terraform.auto-approve",
  level: "medium",
  summary: "a plan carried out without anybody having seen it; high where it destroys",
  advice: "Plan into a file, read it, and apply exactly that file.",
  detect: inCommands(["terraform", "tofu", "terragrunt", "pulumi"], /(^| )(apply|destroy|up)$/, (command) => {
    const said = options.filter((name) => isOn(command, name));
    if (said.length === 0) return undefined;
    const destroys = command.operation.endsWith("destroy") || isOn(command, "destroy");
    const because = "nobody sees the plan before it is carried out";
    return { field: wordsOf(command, ...said), because, ...(destroys && { level: "high" as const }) };
  }),
};
