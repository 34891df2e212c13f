import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { nodeDrain } from "./node-drain.ts";

detects(nodeDrain, {
  finds: {
    "a drain": [run("kubectl drain node-1 --ignore-daemonsets"), { level: "medium" }],
    "a drain past every budget": [run("kubectl drain node-1 --disable-eviction"), { level: "high" }],
    "a drain with local data": [run("kubectl drain node-1 --delete-emptydir-data"), { level: "high" }],
    "a taint that evicts": run("kubectl taint nodes node-1 broken=yes:NoExecute"),
    "a node that is deleted": [run("kubectl delete node node-1"), { level: "high" }],
  },
  ignores: {
    "a node that only gets no new pods": run("kubectl cordon node-1"),
    "a taint that evicts nobody": run("kubectl taint nodes node-1 broken=yes:NoSchedule"),
    "a dry run": run("kubectl drain node-1 --dry-run=client"),
  },
});
