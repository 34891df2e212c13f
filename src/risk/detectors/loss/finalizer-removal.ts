import type { Detector, Finding, Operation } from "../../model.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { objectsOf } from "../shared/objects.ts";
import { valueAt } from "../shared/values.ts";

const because = "the object goes without the clean-up that its finalizer stands for";

function inChangedObjects(operation: Operation): readonly Finding[] {
  return objectsOf(operation)
    .filter(({ partial, action }) => partial || action === "replace")
    .flatMap(({ value, label }) =>
      ["metadata", "spec"].flatMap((part) => {
        const finalizers = valueAt(value, part, "finalizers");
        const gone = finalizers === null || (Array.isArray(finalizers) && finalizers.length === 0);
        return gone ? [{ field: `${label}: ${part}.finalizers`, because }] : [];
      }),
    );
}

const byRawCall = inCommands(["kubectl", "oc"], /^(replace|create)$/, (command) =>
  /\/finalize\/?$/.test(optionOf(command, "raw") ?? "") ? { field: wordsOf(command, "raw"), because } : undefined,
);

export const finalizerRemoval: Detector = {
  tag: "k8s.finalizer-removal",
  level: "high",
  summary: "finalizers taken off an object",
  advice:
    "Find the controller that owns the finalizer and why it does not finish; what it guards stays behind as an orphan.",
  detect: (operation) => [...inChangedObjects(operation), ...byRawCall(operation)],
};
