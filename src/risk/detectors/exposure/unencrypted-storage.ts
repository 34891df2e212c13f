import type { Detector } from "../../model.ts";
import { inCommands, wordsOf } from "../shared/commands.ts";
import { inObjects } from "../shared/objects.ts";
import { inPlans, isUndecided } from "../shared/plans.ts";
import { fieldsOf, partsOf, wordOf } from "../shared/values.ts";

/** Resources that are not encrypted unless they say so, and the attribute that says so. */
const asked: Readonly<Record<string, string>> = {
  aws_db_instance: "storage_encrypted",
  aws_docdb_cluster: "storage_encrypted",
  aws_ebs_volume: "encrypted",
  aws_efs_file_system: "encrypted",
  aws_elasticache_replication_group: "at_rest_encryption_enabled",
  aws_neptune_cluster: "storage_encrypted",
  aws_rds_cluster: "storage_encrypted",
  aws_redshift_cluster: "encrypted",
};

/** Resources that are encrypted, at rest or on the way, unless they refuse. */
const refused: Readonly<Record<string, readonly string[]>> = {
  aws_ebs_encryption_by_default: ["enabled"],
  aws_elasticache_replication_group: ["transit_encryption_enabled"],
  azurerm_mssql_database: ["transparent_data_encryption_enabled"],
  azurerm_mysql_server: ["ssl_enforcement_enabled"],
  azurerm_postgresql_server: ["ssl_enforcement_enabled"],
  azurerm_storage_account: ["https_traffic_only_enabled", "enable_https_traffic_only"],
};

const ways = [
  inPlans(Object.keys(asked), (after, change) => {
    const attribute = asked[change.type] ?? "";
    if (after[attribute] === true || isUndecided(change, attribute)) return undefined;
    return { field: `${change.address}: ${attribute}`, because: "what it stores is not encrypted" };
  }),
  inPlans(Object.keys(refused), (after, { type, address }) =>
    (refused[type] ?? [])
      .filter((attribute) => after[attribute] === false)
      .map((attribute) => ({ field: `${address}: ${attribute}`, because: "encryption is switched off" })),
  ),
  inPlans(["aws_instance", "aws_launch_configuration"], (after, { address }) =>
    ["root_block_device", "ebs_block_device"].flatMap((device) =>
      partsOf(after[device])
        .filter(({ encrypted }) => encrypted === false)
        .map(() => ({ field: `${address}: ${device}.encrypted`, because: "the disk is not encrypted" })),
    ),
  ),
  inPlans(["google_sql_database_instance"], (after, { address }) =>
    partsOf(after.settings)
      .flatMap((settings) => partsOf(settings.ip_configuration))
      .filter((ip) => ip.require_ssl === false || ip.ssl_mode === "ALLOW_UNENCRYPTED_AND_ENCRYPTED")
      .map(() => ({
        field: `${address}: settings.ip_configuration.ssl_mode`,
        because: "it takes connections without encryption",
      })),
  ),
  inCommands(["aws"], /^(s3api delete-bucket-encryption|ec2 disable-ebs-encryption-by-default)$/, (command) => ({
    field: wordsOf(command),
    because: "encryption with a key of one's own goes",
  })),
  inCommands(
    ["aws"],
    /^(ec2 create-volume|rds create-db-instance|rds create-db-cluster|efs create-file-system)$/,
    (command) => {
      const said = ["encrypted", "storage-encrypted"].some((name) => command.flags.has(name));
      return said ? undefined : { field: wordsOf(command), because: "nothing in the command asks for encryption" };
    },
  ),
  inObjects(["StorageClass"], ({ value, label }) =>
    wordOf(fieldsOf(value.parameters).encrypted) === "false"
      ? { field: `${label}: parameters.encrypted`, because: "the volumes of this class are not encrypted" }
      : undefined,
  ),
];

export const unencryptedStorage: Detector = {
  tag: "cloud.unencrypted-storage",
  level: "medium",
  summary: "disks, databases and file systems without encryption, at rest or on the way",
  advice: "Encrypt it now: later it means making a new one and copying everything.",
  detect: (operation) => ways.flatMap((detect) => detect(operation)),
};
