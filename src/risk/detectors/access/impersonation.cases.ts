import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { impersonation } from "./impersonation.ts";

detects(impersonation, {
  finds: {
    "a command as somebody else": [run("kubectl --as=alice get pods"), { level: "medium" }],
    "a command as a member of system:masters": [
      run("kubectl delete pod x --as me --as-group=system:masters"),
      { level: "critical" },
    ],
  },
  ignores: { "a command in one's own name": run("kubectl get pods --field-selector=metadata.name=as") },
});
