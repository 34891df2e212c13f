import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const change = (address: string, actions: string[], more = {}) => {
  const [type, name] = address.split(".").slice(-2);
  return {
    address,
    mode: "managed",
    type,
    name,
    change: { actions, before: null, after: {}, after_unknown: {} },
    ...more,
  };
};
const plan = (...changes: object[]) => JSON.stringify({ format_version: "1.2", resource_changes: changes });

const mixed = plan(
  change("aws_s3_bucket.logs", ["create"]),
  change("module.db.aws_db_instance.main", ["delete", "create"], { module_address: "module.db" }),
  change("aws_iam_role.r", ["no-op"]),
  { ...change("data.aws_ami.x", ["read"]), mode: "data" },
);
const growing = plan(
  change("aws_s3_bucket.logs", ["create"]),
  change("aws_s3_bucket.data", ["update"], { previous_address: "aws_s3_bucket.old" }),
);

const world: World = {
  renderings: {
    "terraform show -json /here/tfplan": mixed,
    "terraform show -json /here/envs/prod/tfplan": growing,
    "tofu show -json /here/tfplan": growing,
  },
  files: { "/here/plan.json": mixed, "/here/ws/.terraform/environment": "prod" },
};

const table: readonly (readonly [string, string, readonly string[]])[] = [
  ["terraform plan -out tfplan", "plan", []],
  ["terraform plan -destroy", "plan", []],
  [
    "terraform apply tfplan",
    "destroy",
    ["create aws_s3_bucket/aws_s3_bucket.logs", "replace aws_db_instance/module.db.aws_db_instance.main"],
  ],
  [
    "terraform apply plan.json",
    "destroy",
    ["create aws_s3_bucket/aws_s3_bucket.logs", "replace aws_db_instance/module.db.aws_db_instance.main"],
  ],
  [
    "terraform -chdir=envs/prod apply -auto-approve tfplan",
    "mutate",
    ["create aws_s3_bucket/aws_s3_bucket.logs", "update aws_s3_bucket/aws_s3_bucket.data"],
  ],
  [
    "tofu apply tfplan",
    "mutate",
    ["create aws_s3_bucket/aws_s3_bucket.logs", "update aws_s3_bucket/aws_s3_bucket.data"],
  ],
  ["terraform apply -auto-approve", "mutate", ["apply */*"]],
  ["terraform apply -destroy", "destroy", ["delete */*"]],
  [
    "terraform destroy -target=module.db.aws_db_instance.main",
    "destroy",
    ["delete aws_db_instance/module.db.aws_db_instance.main"],
  ],
  ["terraform apply -replace aws_instance.web", "destroy", ["replace aws_instance/aws_instance.web"]],
  ["terraform state rm aws_s3_bucket.logs", "destroy", ["state rm state/aws_s3_bucket.logs"]],
  ["terraform state mv a.b c.d", "mutate", ["state mv state/a.b", "state mv state/c.d"]],
  ["terraform state list", "read", []],
  ["terraform state push x", "destroy", ["state push state/x"]],
  ["terraform import aws_s3_bucket.x x", "mutate", ["import import/aws_s3_bucket.x", "import import/x"]],
  ["terraform taint aws_instance.web", "mutate", ["taint taint/aws_instance.web"]],
  ["terraform workspace delete old", "destroy", ["workspace delete workspace/old"]],
  ["terraform validate", "read", []],
  ["terraform fmt -check", "read", []],
  ["terraform init -migrate-state", "mutate", []],
  ["terraform frob", "unknown", []],
  ["terragrunt run-all destroy", "destroy", ["delete */*"]],
  ["terragrunt run --all apply", "mutate", ["apply */*"]],
  ["terragrunt apply-all", "mutate", ["apply */*"]],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.deepEqual({ class: operation.class, targets: operation.targets.map(brief) }, { class: kind, targets });
  });
}

test("A plan is taken apart: replaced, moved, and nothing that stays or is only read.", async () => {
  const destroyed = await looked("terraform apply tfplan", world);
  assert.deepEqual(
    destroyed.changes.map(({ address, replaced, module }) => [address, replaced, module]),
    [
      ["aws_s3_bucket.logs", false, undefined],
      ["module.db.aws_db_instance.main", true, "module.db"],
    ],
  );
  assert.deepEqual(destroyed.unknown, []);
  const grown = await looked("tofu apply tfplan", world);
  assert.equal(grown.changes[1]?.movedFrom, "aws_s3_bucket.old");
});

test("Without a plan, what apply changes is unknown.", async () => {
  assert.match((await looked("terraform apply", world)).unknown.join("\n"), /no plan was seen/);
  assert.match((await looked("terraform apply gone", world)).unknown.join("\n"), /no plan was seen/);
});

test("A plan that comes with the proposal is what apply changes.", async () => {
  const { class: kind, changes } = await looked("terraform apply", { documents: { "plan.json": mixed } });
  assert.deepEqual([kind, changes.length], ["destroy", 2]);
});

test("The workspace and the directory tell where it is.", async () => {
  const chosen = await looked("terraform workspace select prod && terraform apply", world);
  assert.ok(chosen.scopeHints.workspaces.includes("prod"));
  const kept = await looked("cd ws && terraform apply", world);
  assert.deepEqual(kept.scopeHints.workspaces, ["prod"]);
  const variable = await looked("TF_WORKSPACE=blue terraform -chdir=envs/prod apply", world);
  assert.deepEqual(variable.scopeHints.workspaces, ["blue"]);
  assert.ok(variable.scopeHints.paths.includes("/here/envs/prod"));
});
