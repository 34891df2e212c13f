import type { Detector } from "../../model.ts";
import { inCommands, isOn, optionOf, wordsOf } from "../shared/commands.ts";
import { isWorld } from "../shared/networks.ts";
import { inPlans } from "../shared/plans.ts";
import { partsOf, wordOf } from "../shared/values.ts";

const ways = [
  inPlans(
    [
      "aws_db_instance",
      "aws_rds_cluster_instance",
      "aws_redshift_cluster",
      "aws_dms_replication_instance",
      "aws_neptune_cluster_instance",
    ],
    (after, { address }) =>
      after.publicly_accessible === true
        ? { field: `${address}: publicly_accessible`, because: "the database gets a public address" }
        : undefined,
  ),
  inCommands(["aws"], /^(rds|redshift|neptune|dms) (create|modify|restore)-/, (command) =>
    isOn(command, "publicly-accessible")
      ? { field: wordsOf(command, "publicly-accessible"), because: "the database gets a public address" }
      : undefined,
  ),
  inPlans(["google_sql_database_instance"], (after, { address }) =>
    partsOf(after.settings)
      .flatMap((settings) => partsOf(settings.ip_configuration))
      .flatMap((ip) => partsOf(ip.authorized_networks))
      .filter(({ value }) => isWorld(value))
      .map(() => ({
        field: `${address}: settings.ip_configuration.authorized_networks`,
        because: "everybody may connect",
      })),
  ),
  inCommands(["gcloud"], /^sql instances (create|patch)$/, (command) =>
    (optionOf(command, "authorized-networks") ?? "").split(",").some(isWorld)
      ? { field: wordsOf(command, "authorized-networks"), because: "everybody may connect" }
      : undefined,
  ),
  inPlans(
    ["sql", "mssql", "mysql", "mysql_flexible_server", "postgresql", "postgresql_flexible_server", "mariadb"].map(
      (name) => `azurerm_${name}_firewall_rule`,
    ),
    (after, { address }) =>
      after.start_ip_address === "0.0.0.0" && wordOf(after.end_ip_address).startsWith("255.")
        ? { field: `${address}: end_ip_address`, because: "everybody may connect" }
        : undefined,
  ),
  inCommands(["az"], /firewall-rule (create|update)$/, (command) =>
    optionOf(command, "start-ip-address") === "0.0.0.0" && optionOf(command, "end-ip-address")?.startsWith("255.")
      ? { field: wordsOf(command, "start-ip-address", "end-ip-address"), because: "everybody may connect" }
      : undefined,
  ),
];

export const publicDatabase: Detector = {
  tag: "cloud.public-database",
  level: "high",
  summary: "a database with a public address or a firewall that lets everybody connect",
  advice: "Keep it in a private network and reach it through a proxy or a bastion.",
  detect: (operation) => ways.flatMap((detect) => detect(operation)),
};
