import type { Command, Detector, Finding, Operation } from "../../model.ts";
import { mayChange } from "../../operation-class.ts";
import { isOn, wordsOf } from "../shared/commands.ts";

/** Resources of Terraform that keep something a new one would not have: databases, disks, buckets, clusters, keys. */
const kept = new RegExp(
  `^(${[
    "aws_(db_instance|db_snapshot|rds_(global_)?cluster|docdb_cluster|neptune_cluster|redshift_cluster|dynamodb_table|keyspaces_table)",
    "aws_(s3_bucket|ebs_volume|ebs_snapshot|efs_file_system|fsx_\\w+|elasticache_(cluster|replication_group)|memorydb_cluster)",
    "aws_(opensearch|elasticsearch)_domain|aws_(msk_cluster|mq_broker|kinesis_stream|timestreamwrite_table|qldb_ledger)",
    "aws_(eks_cluster|kms_key|secretsmanager_secret|backup_vault|glacier_vault|ecr_repository|cognito_user_pool|route53_zone)",
    "google_(sql_database(_instance)?|storage_bucket|compute_(region_)?disk|compute_snapshot|bigquery_(dataset|table)|bigtable_\\w+)",
    "google_(spanner_(instance|database)|redis_instance|filestore_instance|firestore_database|alloydb_cluster|container_cluster)",
    "google_(kms_(crypto_key|key_ring)|secret_manager_secret|artifact_registry_repository|dns_managed_zone|project)",
    "azurerm_((ms)?sql_(server|database|managed_\\w+)|(mysql|postgresql|mariadb)_(flexible_)?server|cosmosdb_\\w+|redis_cache)",
    "azurerm_(storage_(account|container|share)|managed_disk|snapshot|kubernetes_cluster|key_vault(_key|_secret)?|resource_group)",
    "azurerm_(recovery_services_vault|container_registry|eventhub_namespace|kusto_cluster|dns_zone)",
    "digitalocean_(database_cluster|volume|kubernetes_cluster|spaces_bucket)|mongodbatlas_(advanced_)?cluster|hcloud_volume",
  ].join("|")})$`,
);

function byPlan({ changes }: Operation): readonly Finding[] {
  return changes
    .filter(({ type, actions }) => kept.test(type) && actions.includes("delete"))
    .map(({ address, type, replaced }) => ({
      field: address,
      because: replaced
        ? `the ${type} is replaced: the new one starts empty`
        : `the ${type} is destroyed with what it keeps`,
    }));
}

/** The same by the command lines of the clouds. */
const commands: Readonly<Record<string, RegExp>> = {
  aws: /^(rds delete-|dynamodb delete-(table|backup)|s3api delete-(bucket$|objects)|s3 rb$|ec2 delete-(volume|snapshot)|efs delete-file-system|eks delete-cluster|elasticache delete-|redshift delete-cluster|docdb delete-|kms (schedule-key-deletion|disable-key)|secretsmanager delete-secret|backup delete-|cloudformation delete-stack|ecr delete-repository|route53 delete-hosted-zone|opensearch delete-domain)/,
  gcloud:
    /^((alpha|beta) )?(sql (instances|databases|backups)|container clusters|compute (disks|snapshots)|storage buckets|projects|spanner (instances|databases)|bigtable (instances|clusters)|redis instances|filestore instances|firestore databases|alloydb clusters|secrets|dns managed-zones|kms keys versions|artifacts repositories) (delete|destroy)$/,
  az: /^(group|aks|sql (db|server|mi)|(postgres|mysql|mariadb)( flexible-server| server)?( db)?|cosmosdb( \w+)*|storage (account|container|share|blob)|disk|snapshot|keyvault( key| secret)?|redis|backup vault|acr|resource) (delete|purge|delete-batch)$/,
};

/** And by programs of which only the words are known. */
const lines: Readonly<Record<string, RegExp>> = {
  gsutil: /^(-m )?(rb |rm (-\w+ )*-[rR]|rsync .*-d)/,
  bq: /^rm /,
  eksctl: /^delete (cluster|nodegroup)/,
  kops: /^delete cluster/,
  velero: /^(backup delete|delete backup|backup-location delete)/,
};

function byCommand(command: Command): readonly Finding[] {
  const { tool, operation, words } = command;
  if (!mayChange(command.class)) return [];
  if (commands[tool]?.test(operation) || lines[tool]?.test(words.slice(1).join(" "))) {
    const field = wordsOf(command, "skip-final-snapshot", "force", "force-delete-without-recovery", "yes");
    return [{ field, because: "what it keeps goes with it" }];
  }
  if (/^(s3|storage) rm$/.test(operation) && isOn(command, "recursive")) {
    return [{ field: wordsOf(command, "recursive"), because: "every object below the path goes" }];
  }
  const mirrors = /^(s3 sync|storage rsync)$/.test(operation);
  const option = ["delete", "delete-unmatched-destination-objects"].find((name) => isOn(command, name));
  if (!mirrors || option === undefined) return [];
  return [{ field: wordsOf(command, option), because: "objects that are not in the source go", level: "high" }];
}

export const dataDestruction: Detector = {
  tag: "cloud.data-destruction",
  level: "critical",
  summary: "a database, disk, bucket, cluster or key of a cloud destroyed or replaced",
  advice:
    "Have a snapshot that was restored once, and ask whether the replacement can be avoided (ignore_changes, moved, import).",
  detect: (operation) => [...byPlan(operation), ...operation.commands.flatMap(byCommand)],
};
