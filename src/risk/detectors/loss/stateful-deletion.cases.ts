import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { statefulDeletion } from "./stateful-deletion.ts";

detects(statefulDeletion, {
  finds: {
    "a StatefulSet": [run("kubectl delete sts db"), { level: "high" }],
    "a StatefulSet with its pods": [run("kubectl delete statefulset db --cascade=foreground"), { level: "high" }],
    "a StatefulSet without its pods, as something milder": [
      run("kubectl delete sts db --cascade=orphan"),
      { level: "medium" },
    ],
    "a database of an operator": [run("kubectl delete postgresqls.acid.zalan.do main"), { level: "high" }],
    "a StatefulSet of a plan": plan({ type: "kubernetes_stateful_set", before: { metadata: [{ name: "db" }] } }),
  },
  ignores: {
    "a Deployment": run("kubectl delete deploy web"),
    "a restart": run("kubectl rollout restart sts/db"),
  },
});
