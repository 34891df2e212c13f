import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { claimDeletion } from "./claim-deletion.ts";

detects(claimDeletion, {
  finds: {
    "a claim": run("kubectl delete pvc data-0"),
    "all claims": run("kubectl delete persistentvolumeclaims --all -n shop"),
  },
  ignores: { "a volume": run("kubectl delete pv data"), "a look": run("kubectl get pvc data-0") },
});
