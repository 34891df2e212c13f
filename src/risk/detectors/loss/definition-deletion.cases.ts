import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { definitionDeletion } from "./definition-deletion.ts";

detects(definitionDeletion, {
  finds: { "a definition": run("kubectl delete crd certificates.cert-manager.io") },
  ignores: { "an object of the kind": run("kubectl delete certificates.cert-manager.io web") },
});
