import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const policy = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: ["*"], Resource: "*" }] };
const world: World = {
  files: {
    "/here/policy.json": JSON.stringify(policy),
    "/here/bindings.yaml": "bindings:\n- role: roles/owner\n  members: [allUsers, 'user:jo@example.com']\n",
  },
};

const table: readonly (readonly [string, string, readonly string[]])[] = [
  // AWS.
  ["aws s3 ls", "read", []],
  ["aws s3 rm s3://b/p --recursive", "destroy", ["rm s3/s3://b/p"]],
  ["aws s3 rm s3://b/p --recursive --dryrun", "plan", ["rm s3/s3://b/p"]],
  ["aws s3 rb s3://b --force", "destroy", ["rb s3/s3://b"]],
  ["aws s3 sync . s3://b", "mutate", ["sync s3/s3://b"]],
  ["aws s3 sync . s3://b --delete", "destroy", ["sync s3/s3://b"]],
  ["aws s3 cp s3://b/x /tmp/x", "read", ["write file//tmp/x"]],
  ["aws s3 cp s3://b/x -", "read", []],
  ["aws s3 cp x s3://b/x", "mutate", ["cp s3/s3://b/x"]],
  ["aws ec2 describe-instances", "read", ["describe-instances ec2/*"]],
  [
    "aws ec2 terminate-instances --instance-ids i-1 i-2 --region eu-west-1",
    "destroy",
    ["terminate-instances ec2/i-1", "terminate-instances ec2/i-2"],
  ],
  ["aws ec2 terminate-instances --instance-ids i-1 --dry-run", "plan", ["terminate-instances ec2/i-1"]],
  [
    "aws --profile prod rds delete-db-instance --db-instance-identifier main --skip-final-snapshot",
    "destroy",
    ["delete-db-instance rds/main"],
  ],
  [
    "aws iam put-role-policy --role-name r --policy-name p --policy-document file://policy.json",
    "mutate",
    ["put-role-policy iam/r"],
  ],
  ["aws dynamodb batch-get-item --request-items x", "read", ["batch-get-item dynamodb/*"]],
  ["aws dynamodb delete-table --table-name t", "destroy", ["delete-table dynamodb/t"]],
  ["aws lambda invoke --function-name f /tmp/out", "unknown", ["invoke lambda/f"]],
  ["aws sts get-caller-identity", "read", ["get-caller-identity sts/*"]],
  ["aws eks update-kubeconfig --name prod", "mutate", ["update-kubeconfig eks/prod"]],
  ["aws $(x) describe-x", "unknown", []],
  ["aws ec2 $(x)", "unknown", ["* ec2/*"]],
  // Google.
  ["gcloud compute instances delete web --zone=z --quiet", "destroy", ["delete compute instances/web"]],
  ["gcloud compute instances list --project prod", "read", ["list compute instances/*"]],
  ["gcloud container clusters delete c --region r", "destroy", ["delete container clusters/c"]],
  ["gcloud beta run deploy web --image x", "mutate", ["deploy run/web"]],
  [
    "gcloud projects add-iam-policy-binding prod --member=allUsers --role=roles/owner",
    "mutate",
    ["add-iam-policy-binding projects/prod"],
  ],
  ["gcloud sql instances restart db", "mutate", ["restart sql instances/db"]],
  ["gcloud compute ssh web --command='sudo rm -rf /data'", "destroy", ["delete file//data", "ssh compute/web"]],
  ["gcloud storage rm gs://b --recursive", "destroy", ["rm storage/gs://b"]],
  ["gcloud config set project prod", "mutate", ["set config/project", "set config/prod"]],
  ["gcloud secrets versions access latest --secret=s", "read", ["access secrets versions/latest"]],
  ["gcloud frob things", "unknown", []],
  // Azure.
  ["az group delete --name prod --yes --no-wait", "destroy", ["delete group/prod"]],
  ["az vm list -g prod", "read", ["list vm/* in prod"]],
  ["az vm delete -g prod -n web -y", "destroy", ["delete vm/web in prod"]],
  [
    "az aks command invoke -g g -n c --command 'kubectl delete ns x'",
    "destroy",
    ["delete Namespace/x", "invoke aks command/c in g"],
  ],
  [
    "az role assignment create --assignee jo --role Owner --scope /subscriptions/1",
    "mutate",
    ["create role assignment/*"],
  ],
  ["az rest --method delete --url https://x", "destroy", ["rest az/*"]],
  ["az deployment group what-if -g g -f x", "plan", ["what-if deployment group/* in g"]],
  ["az frob", "unknown", ["frob az/*"]],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    const found = operation.targets.map(brief);
    assert.equal(operation.class, kind);
    if (targets.length > 0) assert.deepEqual(found, targets);
  });
}

test("Policies are there as documents, from the line or from a file.", async () => {
  const file = await looked("aws iam put-role-policy --role-name r --policy-document file://policy.json", world);
  assert.deepEqual(file.policies, [
    { document: "policy.json", system: "aws", action: "put", subject: "r", value: policy },
  ]);
  const inline = await looked(`aws iam create-policy --policy-name p --policy-document '${JSON.stringify(policy)}'`);
  assert.deepEqual(inline.policies[0]?.value, policy);
  const managed = await looked(
    "aws iam attach-user-policy --user-name jo --policy-arn arn:aws:iam::aws:policy/AdministratorAccess",
  );
  assert.deepEqual(managed.policies[0]?.value, { arn: "arn:aws:iam::aws:policy/AdministratorAccess" });
});

test("Bindings and role assignments are policies too.", async () => {
  const binding = await looked("gcloud projects add-iam-policy-binding prod --member=allUsers --role=roles/owner");
  assert.deepEqual(binding.policies[0]?.value, { member: "allUsers", role: "roles/owner", resource: "prod" });
  const set = await looked("gcloud projects set-iam-policy prod bindings.yaml", world);
  assert.deepEqual(
    set.policies.map(({ subject }) => subject),
    ["allUsers", "user:jo@example.com"],
  );
  const azure = await looked("az role assignment create --assignee jo --role Owner --scope /subscriptions/1");
  assert.deepEqual(azure.policies[0]?.value, { assignee: "jo", role: "Owner", scope: "/subscriptions/1" });
});

test("Profiles, projects and subscriptions tell where it is.", async () => {
  const accounts = async (line: string, variables = {}) => (await looked(line, { variables })).scopeHints.accounts;
  assert.deepEqual(await accounts("aws --profile prod s3 rb s3://x"), ["prod"]);
  assert.deepEqual(await accounts("aws s3 rb s3://x", { AWS_PROFILE: "stage" }), ["stage"]);
  assert.deepEqual(await accounts("aws sns delete-topic --topic-arn arn:aws:sns:eu-west-1:123456789012:t"), [
    "123456789012",
  ]);
  assert.deepEqual(await accounts("gcloud --project=prod compute instances delete x"), ["prod"]);
  assert.deepEqual(await accounts("az group delete -n x --subscription prod"), ["prod"]);
});
