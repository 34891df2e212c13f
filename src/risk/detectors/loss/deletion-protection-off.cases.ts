import { detects } from "../testing/cases.ts";
import { apply, object, plan, run } from "../testing/inputs.ts";
import { deletionProtectionOff } from "./deletion-protection-off.ts";

const set = (whenDeleted: string) =>
  apply(object("StatefulSet", { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted } } }, "apps/v1"));

detects(deletionProtectionOff, {
  finds: {
    "a database by command": run("aws rds modify-db-instance --db-instance-identifier a --no-deletion-protection"),
    "a database that loses it": plan({
      type: "aws_db_instance",
      before: { deletion_protection: true },
      after: { deletion_protection: false },
    }),
    "a bucket that may be destroyed while it is full": [
      plan({ type: "aws_s3_bucket", before: { force_destroy: false }, after: { force_destroy: true } }),
      { level: "medium" },
    ],
    "a lock that is destroyed": plan({ type: "azurerm_management_lock", before: {} }),
    "a volume that now goes with its claim": run(
      `kubectl patch pv data -p '{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}'`,
    ),
    "a StatefulSet whose data goes with it": [set("Delete"), { level: "medium" }],
  },
  ignores: {
    "a database that gets it by command": run(
      "aws rds modify-db-instance --db-instance-identifier a --deletion-protection",
    ),
    "a database that gets it": plan({
      type: "aws_db_instance",
      before: { deletion_protection: false },
      after: { deletion_protection: true },
    }),
    "a new database without": plan({ type: "aws_db_instance", after: { deletion_protection: false } }),
    "a volume that is to be kept": run(
      `kubectl patch pv data -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'`,
    ),
    "a StatefulSet whose data stays": set("Retain"),
  },
});
