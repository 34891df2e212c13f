import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { secretDeletion } from "./secret-deletion.ts";

detects(secretDeletion, {
  finds: { "a Secret": run("kubectl -n shop delete secret tls") },
  ignores: { "a ConfigMap": run("kubectl -n shop delete cm settings") },
});
