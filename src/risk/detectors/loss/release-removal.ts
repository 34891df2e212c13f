import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";
import { namesStore } from "../shared/stateful.ts";

export const releaseRemoval: Detector = {
  tag: "helm.release-removal",
  level: "medium",
  summary: "a Helm release uninstalled or rolled back; high where its name is that of software that keeps data",
  advice: "Read helm get manifest and helm history first; hooks run again, and data does not roll back with the chart.",
  detect: inCommands(["helm"], /^(uninstall|delete|del|un|rollback)$/, (command) => {
    const field = wordsOf(command);
    const store = command.words.find(namesStore);
    const removed = command.operation !== "rollback";
    if (isOn(command, "dry-run")) return undefined;
    if (store === undefined) {
      const because = removed
        ? "everything of the release goes"
        : "everything of the release changes back, except its data";
      return { field, because };
    }
    const because = removed
      ? `everything of ${store} goes, perhaps its volumes too`
      : `${store} gets an older version under newer data`;
    return { field, because, level: "high" };
  }),
};
