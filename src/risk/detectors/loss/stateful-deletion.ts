import type { Detector } from "../../model.ts";
import { deletionsOf } from "../shared/objects.ts";
import { isStateful } from "../shared/stateful.ts";
import { wordOf } from "../shared/values.ts";

export const statefulDeletion: Detector = {
  tag: "k8s.stateful-deletion",
  level: "high",
  summary: "a StatefulSet, or a database of an operator, deleted; medium where --cascade=orphan keeps the pods",
  advice: "Check who writes to it, that a backup can be restored, and what its claim retention policy says.",
  detect: (operation) => {
    const orphaned = operation.commands.some(({ flags }) => /^(orphan|false)$/.test(wordOf(flags.get("cascade"))));
    return deletionsOf(operation)
      .filter(({ kind, group }) => isStateful(kind, group))
      .map(({ kind, label }) => {
        if (orphaned && kind === "StatefulSet") {
          return {
            field: label,
            because: "its pods stay, but nobody replaces them any more",
            level: "medium" as const,
          };
        }
        const because =
          kind === "StatefulSet"
            ? "its pods stop, and with them whatever they keep"
            : "its operator takes down the database behind it";
        return { field: label, because };
      });
  },
};
