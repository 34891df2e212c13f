import { detects } from "../testing/cases.ts";
import { object, remove, run } from "../testing/inputs.ts";
import { networkPolicyRemoval } from "./network-policy-removal.ts";

detects(networkPolicyRemoval, {
  finds: {
    "a NetworkPolicy": run("kubectl delete netpol default-deny -n shop"),
    "a policy of a mesh": remove(object("AuthorizationPolicy", {}, "security.istio.io/v1")),
  },
  ignores: { "a Service": run("kubectl delete svc web") },
});
