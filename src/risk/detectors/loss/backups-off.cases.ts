import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { backupsOff } from "./backups-off.ts";

const versioning = (status: string) =>
  plan({ type: "aws_s3_bucket_versioning", after: { versioning_configuration: [{ status }] } });

detects(backupsOff, {
  finds: {
    "a database by command": run("aws rds modify-db-instance --db-instance-identifier a --backup-retention-period 0"),
    "a database of Google by command": run("gcloud sql instances patch a --no-backup"),
    "a database that keeps no backup": plan({ type: "aws_db_instance", after: { backup_retention_period: 0 } }),
    "a bucket that keeps no versions": versioning("Suspended"),
    "a snapshot that is deleted": run("kubectl delete volumesnapshot nightly"),
  },
  ignores: {
    "a week of backups": plan({ type: "aws_db_instance", after: { backup_retention_period: 7 } }),
    "a bucket that keeps versions": versioning("Enabled"),
    "a database that is destroyed, which has its own tag": plan({
      type: "aws_db_instance",
      before: { backup_retention_period: 0 },
    }),
  },
});
