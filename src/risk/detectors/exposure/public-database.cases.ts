import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { publicDatabase } from "./public-database.ts";

const rule = (start_ip_address: string, end_ip_address: string) =>
  plan({ type: "azurerm_postgresql_flexible_server_firewall_rule", after: { start_ip_address, end_ip_address } });
const sql = (value: string) =>
  plan({
    type: "google_sql_database_instance",
    after: { settings: [{ ip_configuration: [{ authorized_networks: [{ value }] }] }] },
  });

detects(publicDatabase, {
  finds: {
    "a public address by command": run("aws rds modify-db-instance --db-instance-identifier a --publicly-accessible"),
    "everybody by Google's command": run("gcloud sql instances patch a --authorized-networks=0.0.0.0/0"),
    "everybody by Azure's command": run(
      "az postgres flexible-server firewall-rule create -g g -n s --start-ip-address 0.0.0.0 --end-ip-address 255.255.255.255",
    ),
    "a public address": plan({ type: "aws_db_instance", after: { publicly_accessible: true } }),
    "everybody in Google's list": sql("0.0.0.0/0"),
    "everybody in Azure's firewall": rule("0.0.0.0", "255.255.255.255"),
  },
  ignores: {
    "a private address by command": run(
      "aws rds modify-db-instance --db-instance-identifier a --no-publicly-accessible",
    ),
    "a private one": plan({ type: "aws_db_instance", after: { publicly_accessible: false } }),
    "a public one that is destroyed": plan({ type: "aws_db_instance", before: { publicly_accessible: true } }),
    "an office in Google's list": sql("203.0.113.0/24"),
    "Azure's own services": rule("0.0.0.0", "0.0.0.0"),
  },
});
