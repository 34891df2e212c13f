import type { Detector, Finding, Operation } from "../../model.ts";
import { isOn, wordsOf } from "../shared/commands.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf } from "../shared/values.ts";

const guards = [
  "deletion_protection",
  "deletion_protection_enabled",
  "enable_deletion_protection",
  "disable_api_termination",
  "purge_protection_enabled",
];
const because = "what kept it from being deleted is switched off";

function byPlan({ changes }: Operation): readonly Finding[] {
  return changes.flatMap(({ address, type, actions, before, after }): readonly Finding[] => {
    const [was, is] = [fieldsOf(before), fieldsOf(after)];
    if (actions.includes("delete")) return type === "azurerm_management_lock" ? [{ field: address, because }] : [];
    const off = guards
      .filter((name) => was[name] === true && is[name] === false)
      .map((name) => ({ field: `${address}: ${name}`, because }));
    const emptied = was.force_destroy !== true && is.force_destroy === true;
    const field = `${address}: force_destroy`;
    return emptied ? [...off, { field, because: "it can be destroyed while it is full", level: "medium" }] : off;
  });
}

function byCommand({ commands }: Operation): readonly Finding[] {
  return commands.flatMap((command): readonly Finding[] => {
    const options = ["no-deletion-protection", "no-deletion-protection-enabled", "no-disable-api-termination"].filter(
      (name) => isOn(command, name),
    );
    const lock = command.tool === "az" && /(^| )lock delete$/.test(command.operation);
    return options.length > 0 || lock ? [{ field: wordsOf(command, ...options), because }] : [];
  });
}

const ofVolumes = inObjects(["PersistentVolume"], ({ value, label, partial }) =>
  partial && fieldsOf(value.spec).persistentVolumeReclaimPolicy === "Delete"
    ? { field: `${label}: spec.persistentVolumeReclaimPolicy`, because: "the data now goes with its claim" }
    : undefined,
);

const ofSets = inObjects(["StatefulSet"], ({ value, label }) =>
  Object.entries(fieldsOf(fieldsOf(value.spec).persistentVolumeClaimRetentionPolicy))
    .filter(([, policy]) => policy === "Delete")
    .map(([when]) => ({
      field: `${label}: spec.persistentVolumeClaimRetentionPolicy.${when}`,
      because: `its data goes ${when === "whenScaled" ? "when it is scaled down" : "when it is deleted"}`,
      level: "medium" as const,
    })),
);

export const deletionProtectionOff: Detector = {
  tag: "ops.deletion-protection-off",
  level: "high",
  summary: "the guard against deletion switched off; milder for policies that let data go with its owner",
  advice: "The step after this one is usually a deletion: ask for that one now, and for the backup.",
  detect: (operation) => [...byPlan(operation), ...byCommand(operation), ...ofVolumes(operation), ...ofSets(operation)],
};
