import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { volumeDeletion } from "./volume-deletion.ts";

detects(volumeDeletion, {
  finds: { "a volume": [run("kubectl delete pv data"), { field: "PersistentVolume data" }] },
  ignores: { "a claim": run("kubectl delete pvc data") },
});
