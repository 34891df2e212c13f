import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { quotaRemoval } from "./quota-removal.ts";

detects(quotaRemoval, {
  finds: {
    "a quota": run("kubectl delete quota compute -n shop"),
    "a range of limits": run("kubectl delete limits defaults -n shop"),
  },
  ignores: { "a look at a quota": run("kubectl get quota -n shop") },
});
