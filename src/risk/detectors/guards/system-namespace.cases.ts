import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { systemNamespace } from "./system-namespace.ts";

detects(systemNamespace, {
  finds: {
    "a change by command": [
      run("kubectl -n kube-system scale deploy coredns --replicas=1"),
      { field: "kube-system/coredns" },
    ],
    "a change by manifest": apply(object("ConfigMap", { metadata: { name: "aws-auth", namespace: "kube-system" } })),
    "a manifest that a command sends there": run(
      "kubectl -n kube-system apply -f -",
      JSON.stringify(object("ConfigMap", {})),
    ),
    "the namespace itself": run("kubectl delete ns kube-public"),
  },
  ignores: {
    "a look": run("kubectl -n kube-system get pods"),
    "another namespace": run("kubectl -n kube-systems delete pod x"),
    "something without a namespace": run("kubectl delete clusterrole kube-system"),
  },
});
