import { detects } from "../testing/cases.ts";
import { apply, object, plan, run } from "../testing/inputs.ts";
import { unencryptedStorage } from "./unencrypted-storage.ts";

const storageClass = (encrypted: string) =>
  apply(object("StorageClass", { parameters: { encrypted } }, "storage.k8s.io/v1"));

detects(unencryptedStorage, {
  finds: {
    "a disk by command": run("aws ec2 create-volume --size 10 --availability-zone a"),
    "a disk that says nothing": plan({ type: "aws_ebs_volume", after: { size: 10 } }),
    "a database that refuses": plan({ type: "aws_db_instance", after: { storage_encrypted: false } }),
    "the root disk of a machine": plan({ type: "aws_instance", after: { root_block_device: [{ encrypted: false }] } }),
    "a storage account that takes plain HTTP": plan({
      type: "azurerm_storage_account",
      after: { https_traffic_only_enabled: false },
    }),
    "a database that takes plain connections": plan({
      type: "google_sql_database_instance",
      after: { settings: [{ ip_configuration: [{ ssl_mode: "ALLOW_UNENCRYPTED_AND_ENCRYPTED" }] }] },
    }),
    "a class of volumes": storageClass("false"),
  },
  ignores: {
    "an encrypted disk by command": run("aws ec2 create-volume --size 10 --encrypted --availability-zone a"),
    "an encrypted disk": plan({ type: "aws_ebs_volume", after: { encrypted: true } }),
    "a disk for which that is not decided yet": plan({
      type: "aws_ebs_volume",
      after: {},
      afterUnknown: { encrypted: true },
    }),
    "a disk that is destroyed": plan({ type: "aws_ebs_volume", before: { encrypted: false } }),
    "a bucket, which is always encrypted": plan({ type: "aws_s3_bucket", after: {} }),
    "a class of encrypted volumes": storageClass("true"),
  },
});
