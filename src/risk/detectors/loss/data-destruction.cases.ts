import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { dataDestruction } from "./data-destruction.ts";

detects(dataDestruction, {
  finds: {
    "a database by command": run("aws rds delete-db-instance --db-instance-identifier a --skip-final-snapshot"),
    "every object below a path": run("aws s3 rm s3://a/ --recursive"),
    "objects that are not in the source": [run("aws s3 sync . s3://a --delete"), { level: "high" }],
    "a cluster by command": run("gcloud container clusters delete a --quiet"),
    "a resource group by command": run("az group delete -n shop --yes"),
    "a bucket by the older command": run("gsutil rm -r gs://a"),
    "a cluster by its own program": run("eksctl delete cluster --name a"),
    "a database that is destroyed": [
      plan({ type: "aws_db_instance", before: {} }),
      { level: "critical", field: "aws_db_instance.this" },
    ],
    "a disk that is replaced": plan({
      type: "google_compute_disk",
      before: {},
      after: {},
      actions: ["delete", "create"],
      replaced: true,
    }),
    "a whole resource group": plan({ type: "azurerm_resource_group", before: {} }),
    "a key": plan({ type: "aws_kms_key", before: {} }),
  },
  ignores: {
    "one object": run("aws s3 rm s3://a/x"),
    "a dry run": run("aws s3 rm s3://a/ --recursive --dryrun"),
    "a look": run("aws rds describe-db-instances"),
    "a database that changes": plan({ type: "aws_db_instance", before: {}, after: {} }),
    "a machine without a disk of its own": plan({ type: "aws_instance", before: {} }),
    "an attachment of a database": plan({ type: "aws_db_instance_role_association", before: {} }),
  },
});
