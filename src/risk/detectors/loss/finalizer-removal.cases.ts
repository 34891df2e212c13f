import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { finalizerRemoval } from "./finalizer-removal.ts";

detects(finalizerRemoval, {
  finds: {
    "a merge patch with null": [
      run(`kubectl patch pvc data --type=merge -p '{"metadata":{"finalizers":null}}'`),
      { field: "PersistentVolumeClaim data: metadata.finalizers" },
    ],
    "a merge patch with an empty list": run(`kubectl patch ns shop -p '{"metadata":{"finalizers":[]}}'`),
    "a JSON patch": run(`kubectl patch app web --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]'`),
    "a namespace finished by hand": run("kubectl replace --raw /api/v1/namespaces/shop/finalize -f -", "{}"),
  },
  ignores: {
    "a manifest with a finalizer": apply(object("ConfigMap", { metadata: { finalizers: ["example.com/keep"] } })),
    "a patch of something else": run(`kubectl patch pvc data -p '{"metadata":{"labels":{"a":"b"}}}'`),
  },
});
