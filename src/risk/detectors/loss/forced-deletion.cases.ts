import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { forcedDeletion } from "./forced-deletion.ts";

detects(forcedDeletion, {
  finds: {
    "force without a grace period": [
      run("kubectl delete pod db-0 --force --grace-period=0"),
      { level: "high", field: "kubectl delete --force --grace-period=0" },
    ],
    "force alone, which means the same": run("kubectl delete pod db-0 --force"),
    "replacement by force": [run("kubectl replace --force -f -", "{}"), { level: "medium" }],
  },
  ignores: {
    "a grace period of zero without force, which kubectl makes one second": run(
      "kubectl delete pod db-0 --grace-period=0",
    ),
    "force with time to end": run("kubectl delete pod db-0 --force --grace-period=30"),
    "force that is refused": run("kubectl delete pod db-0 --force=false"),
  },
});
