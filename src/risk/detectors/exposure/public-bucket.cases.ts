import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { publicBucket } from "./public-bucket.ts";

const bucketPolicy = (statement: object) =>
  plan({
    type: "aws_s3_bucket_policy",
    after: { policy: JSON.stringify({ Statement: [{ Effect: "Allow", ...statement }] }) },
  });
const block = (after: object | null, before: object | null = null) =>
  plan({ type: "aws_s3_bucket_public_access_block", after, before });
const shut = {
  block_public_acls: true,
  block_public_policy: true,
  ignore_public_acls: true,
  restrict_public_buckets: true,
};

detects(publicBucket, {
  finds: {
    "an open ACL by command": run("aws s3api put-bucket-acl --bucket a --acl public-read"),
    "an open object": run("aws s3 cp x s3://a/x --acl public-read"),
    "a guard removed by command": [run("aws s3api delete-public-access-block --bucket a"), { level: "medium" }],
    "a policy by command": run(
      `aws s3api put-bucket-policy --bucket a --policy '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"*"}]}'`,
    ),
    "allUsers by command": run(
      "gcloud storage buckets add-iam-policy-binding gs://a --member=allUsers --role=roles/storage.objectViewer",
    ),
    "allUsers by the older command": run("gsutil iam ch allUsers:objectViewer gs://a"),
    "an open container by command": run("az storage container set-permission -n c --public-access blob"),
    "an open ACL": [plan({ type: "aws_s3_bucket_acl", after: { acl: "public-read" } }), { level: "high" }],
    "a policy for everybody": bucketPolicy({ Principal: "*", Action: ["s3:GetObject"], Resource: "arn:aws:s3:::a/*" }),
    "a guard that is off": [
      block({ ...shut, block_public_policy: false }),
      { level: "medium", field: "block_public_policy" },
    ],
    "a guard that is destroyed": block(null, shut),
    "allUsers on a bucket": plan({
      type: "google_storage_bucket_iam_member",
      after: { role: "roles/storage.objectViewer", member: "allUsers" },
    }),
    "an open ACL of Google": plan({ type: "google_storage_bucket_acl", after: { role_entity: ["READER:allUsers"] } }),
    "an open container of Azure": plan({ type: "azurerm_storage_container", after: { container_access_type: "blob" } }),
    "an account whose containers may be opened": [
      plan({ type: "azurerm_storage_account", after: { allow_nested_items_to_be_public: true } }),
      { level: "medium" },
    ],
  },
  ignores: {
    "a private ACL by command": run("aws s3api put-bucket-acl --bucket a --acl private"),
    "a copy": run("aws s3 cp x s3://a/x"),
    "a private ACL": plan({ type: "aws_s3_bucket_acl", after: { acl: "private" } }),
    "a bucket that says nothing, which is private": plan({ type: "aws_s3_bucket", after: { bucket: "a" } }),
    "a guard that is on": block(shut),
    "a policy for one account": bucketPolicy({ Principal: { AWS: "arn:aws:iam::1:root" }, Action: "s3:GetObject" }),
    "a bucket that is destroyed": plan({ type: "aws_s3_bucket_acl", before: { acl: "public-read" } }),
    "a private container": plan({ type: "azurerm_storage_container", after: { container_access_type: "private" } }),
  },
});
