import type { Detector } from "../../model.ts";
import { inCommands, isOn, optionOf, wordsOf } from "../shared/commands.ts";
import { inDeletions } from "../shared/objects.ts";
import { inPlans } from "../shared/plans.ts";
import { partsOf } from "../shared/values.ts";

const because = "from now on nothing can be restored";

const ways = [
  inPlans(["aws_db_instance", "aws_rds_cluster"], (after, { address }) =>
    after.backup_retention_period === 0 ? { field: `${address}: backup_retention_period`, because } : undefined,
  ),
  inPlans(["aws_s3_bucket_versioning"], (after, { address }) =>
    partsOf(after.versioning_configuration).some(({ status }) => status === "Suspended")
      ? { field: `${address}: versioning_configuration.status`, because: "what is overwritten or deleted is gone" }
      : undefined,
  ),
  inPlans(["google_sql_database_instance"], (after, { address }) =>
    partsOf(after.settings)
      .flatMap((settings) => partsOf(settings.backup_configuration))
      .filter(({ enabled }) => enabled === false)
      .map(() => ({ field: `${address}: settings.backup_configuration.enabled`, because })),
  ),
  inCommands(["aws"], /^rds (create|modify)-db-/, (command) =>
    optionOf(command, "backup-retention-period") === "0"
      ? { field: wordsOf(command, "backup-retention-period"), because }
      : undefined,
  ),
  inCommands(["aws"], /^s3api put-bucket-versioning$/, (command) =>
    /suspended/i.test(optionOf(command, "versioning-configuration") ?? "")
      ? { field: wordsOf(command, "versioning-configuration"), because }
      : undefined,
  ),
  inCommands(["gcloud"], /^sql instances (create|patch)$/, (command) =>
    isOn(command, "no-backup") ? { field: wordsOf(command, "no-backup"), because } : undefined,
  ),
  inDeletions(
    ["VolumeSnapshot", "VolumeSnapshotContent", "Backup", "Schedule", "ScheduledBackup", "BackupStorageLocation"],
    ({ label }) => ({
      field: label,
      because: "a backup, or the plan that makes them, goes",
    }),
  ),
];

export const backupsOff: Detector = {
  tag: "ops.backups-off",
  level: "high",
  summary: "backups, snapshots or versions deleted or switched off",
  advice: "Ask what the next mistake would be restored from.",
  detect: (operation) => ways.flatMap((detect) => detect(operation)),
};
