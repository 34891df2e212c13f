import { detects } from "../testing/cases.ts";
import { object, remove, run } from "../testing/inputs.ts";
import { admissionRemoval } from "./admission-removal.ts";

detects(admissionRemoval, {
  finds: {
    "a validating webhook": run("kubectl delete validatingwebhookconfigurations policy"),
    "a mutating webhook": run("kubectl delete mutatingwebhookconfiguration sidecar"),
    "a policy of the API server": run("kubectl delete validatingadmissionpolicybinding x"),
    "a constraint of Gatekeeper": remove(object("K8sRequiredLabels", {}, "constraints.gatekeeper.sh/v1beta1")),
    "a policy of Kyverno": run("kubectl delete cpol require-labels"),
  },
  ignores: { "a Service of the same name": run("kubectl delete svc webhook") },
});
