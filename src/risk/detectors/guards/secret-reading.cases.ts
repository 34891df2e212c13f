import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { secretReading } from "./secret-reading.ts";

detects(secretReading, {
  finds: {
    "a secret of AWS": run("aws secretsmanager get-secret-value --secret-id db"),
    "a secret of Google": run("gcloud secrets versions access latest --secret=db"),
    "a secret of Azure": run("az keyvault secret show --vault-name v --name db"),
    "a Secret as YAML": run("kubectl get secret db -o yaml"),
    "one field of it": run("kubectl get secret/db -o jsonpath='{.data.password}' | base64 -d"),
    "all kinds at once": run("kubectl get cm,secret -o json"),
  },
  ignores: {
    "a list of secrets of AWS": run("aws secretsmanager list-secrets"),
    "a list of names": run("kubectl get secrets"),
    "a list of names with more columns": run("kubectl get secrets -o wide"),
    "something else as YAML": run("kubectl get cm db -o yaml"),
  },
});
