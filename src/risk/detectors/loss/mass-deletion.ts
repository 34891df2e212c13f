import type { Detector, Finding, Operation } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";

/** Nobody reads a longer list before saying yes. */
const many = 10;
const removal = /^(delete|destroy|remove|uninstall|prune|terminate)$/;

const byCommand = inCommands(["kubectl", "oc"], /^(adm )?delete$/, (command): Finding | undefined => {
  const selected = ["selector", "field-selector"].find((name) => isOn(command, name));
  const everywhere = isOn(command, "all-namespaces");
  if (selected === undefined && !isOn(command, "all")) return undefined;
  const field = wordsOf(command, "all", "selector", "field-selector", "all-namespaces");
  const where = everywhere ? "in all namespaces" : "in the namespace";
  if (selected === undefined) return { field, because: `everything of the kind ${where} goes` };
  const because = `whatever the selector matches ${where} at that moment goes`;
  return { field, because, ...(!everywhere && { level: "high" as const }) };
});

const byPruning = inCommands(["kubectl", "oc"], /^apply$/, (command): Finding | undefined =>
  isOn(command, "prune")
    ? {
        field: wordsOf(command, "prune", "selector", "all"),
        because: "what is not in the files is deleted",
        level: "high",
      }
    : undefined,
);

const wholeState = inCommands(
  ["terraform", "tofu", "terragrunt", "pulumi"],
  /^(run-all )?(destroy|apply)$/,
  (command): Finding | undefined => {
    const destroys = command.operation.endsWith("destroy") || isOn(command, "destroy");
    if (!destroys || command.flags.has("target")) return undefined;
    return { field: wordsOf(command, "destroy"), because: "everything that the state knows is destroyed" };
  },
);

/** A loop or a pipe decides: nobody has seen the list. Where a command says --all or a selector, it says more. */
function unseen({ targets, commands }: Operation): readonly Finding[] {
  const said = commands.some((command) => ["all", "selector", "field-selector"].some((name) => isOn(command, name)));
  const open = targets.some(
    ({ system, action, name }) => system === "kubernetes" && action === "delete" && name === "*",
  );
  if (said || !open) return [];
  return [{ field: "kubectl delete *", because: "what goes is known only when the command runs", level: "high" }];
}

function byNumber({ targets, changes }: Operation): readonly Finding[] {
  const gone = targets.filter(({ action, system }) => removal.test(action) && system !== "files").length;
  const planned = changes.filter(({ actions }) => actions.includes("delete")).length;
  const count = Math.max(gone, planned);
  return count > many ? [{ field: `${count} targets`, because: `${count} resources are deleted at once` }] : [];
}

export const massDeletion: Detector = {
  tag: "ops.mass-deletion",
  level: "critical",
  summary: `deletion of everything of a kind, of a whole state, of more than ${many} resources, or (high) of what a selector matches or nobody has seen`,
  advice: "Run the same words with get, or a plan, and read the list before anything goes.",
  detect: (operation) => [
    ...byCommand(operation),
    ...byPruning(operation),
    ...wholeState(operation),
    ...unseen(operation),
    ...byNumber(operation),
  ],
};
