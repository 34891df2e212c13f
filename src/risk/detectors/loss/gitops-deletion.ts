import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";
import { inDeletions } from "../shared/objects.ts";

const byArgo = inCommands(["argocd"], /^(app|appset|proj|cluster) (delete|rm)$/, (command) => {
  if (command.flags.get("cascade") === "false") return undefined;
  const field = wordsOf(command, "cascade", "propagation-policy");
  return { field, because: "everything that the application deployed is deleted with it" };
});

const bySync = inCommands(["argocd"], /^app sync$/, (command) => {
  const how = ["prune", "force", "replace"].filter((name) => isOn(command, name));
  if (how.length === 0 || isOn(command, "dry-run")) return undefined;
  const because = how.includes("prune")
    ? "what is no longer in the repository is deleted"
    : "objects are deleted and made again";
  return { field: wordsOf(command, ...how), because, level: "medium" };
});

/** With a finalizer the controller takes everything along; without one it only stops caring. */
const ofObjects = inDeletions(["Application", "ApplicationSet", "Kustomization", "HelmRelease"], ({ label }) => ({
  field: label,
  because: "where it prunes, everything it deployed goes with it",
}));

export const gitopsDeletion: Detector = {
  tag: "gitops.app-deletion",
  level: "high",
  summary: "an application of Argo CD or Flux deleted with all it deployed; medium for a sync that prunes or replaces",
  advice: "Read the list of its resources first, and use --cascade=false where only the bookkeeping should go.",
  detect: (operation) => [...byArgo(operation), ...bySync(operation), ...ofObjects(operation)],
};
