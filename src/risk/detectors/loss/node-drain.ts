import type { Detector } from "../../model.ts";
import { inCommands, isOn, wordsOf } from "../shared/commands.ts";
import { inDeletions } from "../shared/objects.ts";

const harder = ["force", "disable-eviction", "delete-emptydir-data", "delete-local-data"];

const drained = inCommands(["kubectl", "oc"], /^(adm )?drain$/, (command) => {
  const how = harder.filter((name) => isOn(command, name));
  const field = wordsOf(command, ...how);
  if (how.length === 0) return { field, because: "every pod of the node is evicted" };
  return { field, because: "pods go whatever they keep and whoever guards them", level: "high" };
});

const tainted = inCommands(["kubectl", "oc"], /^(adm )?taint$/, (command) =>
  command.words.some((word) => /:NoExecute$/.test(word))
    ? { field: `${wordsOf(command)} :NoExecute`, because: "pods that do not tolerate the taint are evicted at once" }
    : undefined,
);

const removed = inDeletions(["Node"], ({ label }) => ({
  field: label,
  because: "its pods are lost to the cluster",
  level: "high",
}));

export const nodeDrain: Detector = {
  tag: "k8s.node-drain",
  level: "medium",
  summary: "a node emptied or removed; high by force, past eviction, or with local data",
  advice: "See that the other nodes have room and which pods have no second replica.",
  detect: (operation) => [...drained(operation), ...tainted(operation), ...removed(operation)],
};
