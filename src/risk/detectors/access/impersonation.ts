import type { Detector } from "../../model.ts";
import { isOn, wordsOf } from "../shared/commands.ts";

export const impersonation: Detector = {
  tag: "k8s.impersonation",
  level: "medium",
  summary: "a command in the name of somebody else; critical as a member of system:masters",
  advice: "Ask who allowed acting as this user; the audit log has both names.",
  detect: ({ commands }) =>
    commands
      .filter((command) => ["kubectl", "oc", "helm"].includes(command.tool))
      .flatMap((command) => {
        const options = ["as", "as-group", "kube-as-user", "kube-as-group"].filter((name) => isOn(command, name));
        if (options.length === 0) return [];
        const field = wordsOf(command, ...options);
        if (!/system:masters/.test(field)) return [{ field, because: "the command acts as somebody else" }];
        return [
          { field, because: "system:masters may do everything, whatever the roles say", level: "critical" as const },
        ];
      }),
};
