import { detects } from "../testing/cases.ts";
import { object, plan, remove, run } from "../testing/inputs.ts";
import { namespaceDeletion } from "./namespace-deletion.ts";

detects(namespaceDeletion, {
  finds: {
    "a namespace by its short name": [run("kubectl delete ns shop"), { field: "Namespace shop" }],
    "a namespace with a slash": run("kubectl delete namespace/shop --wait=false"),
    "a namespace of a file": remove(object("Namespace", {})),
    "a namespace within a List": remove({ apiVersion: "v1", kind: "List", items: [object("Namespace", {})] }),
    "a namespace in a script": run("set -e; for x in shop; do kubectl delete ns $x; done"),
    "a namespace of a Terraform plan": plan({
      type: "kubernetes_namespace_v1",
      before: { metadata: [{ name: "shop" }] },
    }),
  },
  ignores: {
    "something else in a namespace": run("kubectl -n shop delete pod web-1"),
    "a dry run": run("kubectl get ns shop"),
  },
});
