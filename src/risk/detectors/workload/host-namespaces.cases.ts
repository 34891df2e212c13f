import { detects } from "../testing/cases.ts";
import { apply, deployment, plan, pod } from "../testing/inputs.ts";
import { hostNamespaces } from "./host-namespaces.ts";

detects(hostNamespaces, {
  finds: {
    "the node's processes": [apply(pod({ spec: { hostPID: true } })), { field: "spec.hostPID" }],
    "all three of them": [
      apply(deployment({ spec: { hostPID: true, hostIPC: true, hostNetwork: true } })),
      { count: 3 },
    ],
    "them in a Terraform plan": plan({
      type: "kubernetes_pod_v1",
      after: { spec: [{ host_pid: true, host_ipc: false, container: [] }] },
    }),
  },
  ignores: { "a pod that declines them": apply(pod({ spec: { hostPID: false, hostNetwork: false } })) },
});
