import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";

const deletion = inCommands(["kubectl", "oc"], /^delete$/, (command) => {
  // Without --force, kubectl makes one second of a grace period of zero; with it, no period at all is zero.
  const seconds = command.flags.get("grace-period");
  if (!isOn(command, "force") || !(seconds === undefined || seconds === "0" || seconds === "-1")) return undefined;
  const because = "the object goes at once, while its containers may still run and write";
  return { field: wordsOf(command, "force", "grace-period"), because };
});

const replacement = inCommands(["kubectl", "oc", "helm"], /^(replace|upgrade|rollback)$/, (command) =>
  isOn(command, "force")
    ? { field: wordsOf(command, "force"), because: "what cannot be changed is deleted and made again", level: "medium" }
    : undefined,
);

export const forcedDeletion: Detector = {
  tag: "k8s.forced-deletion",
  level: "high",
  summary: "kubectl delete --force without a grace period; medium for replacement by force",
  advice: "Find out why it does not end by itself; two pods of a StatefulSet writing to one volume destroy it.",
  detect: (operation) => [...deletion(operation), ...replacement(operation)],
};
