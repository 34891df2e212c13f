import assert from "node:assert/strict";
import { test } from "node:test";
import { looked } from "../testing/looked.ts";

const table: readonly (readonly [string, string])[] = [
  ["pulumi preview", "plan"],
  ["pulumi -s prod up --yes", "mutate"],
  ["pulumi destroy", "destroy"],
  ["pulumi config get x", "read"],
  ["pulumi config set x y", "mutate"],
  ["flux get kustomizations", "read"],
  ["flux -n apps delete kustomization web", "destroy"],
  ["flux reconcile source git x", "mutate"],
  ["velero backup delete nightly", "destroy"],
  ["velero backup create x", "mutate"],
  ["velero backup get", "read"],
  ["eksctl delete cluster --name prod", "destroy"],
  ["minikube status", "read"],
  ["minikube delete", "destroy"],
  ["minikube kubectl -- get pods", "read"],
  ["vault kv get secret/x", "read"],
  ["vault kv delete secret/x", "destroy"],
  ["gsutil rsync -d . gs://b", "destroy"],
  ["gsutil rsync . gs://b", "mutate"],
  ["etcdctl del / --prefix", "destroy"],
  ["etcdctl get /", "read"],
  ["gh pr view 3", "read"],
  ["gh repo delete x", "destroy"],
  ["helmfile diff", "plan"],
  ["helmfile destroy", "destroy"],
  ["rclone sync a b --dry-run", "plan"],
  ["rclone sync a b", "destroy"],
  ["ansible-playbook site.yml", "unknown"],
  ["ansible-playbook site.yml --check", "plan"],
  ["flux frob", "unknown"],
  ["cdk deploy", "mutate"],
  ["psql -c 'select 1'", "read"],
  ["psql -c 'select pg_terminate_backend(1)'", "unknown"],
  ["psql -h db -d shop -c 'DROP TABLE users'", "destroy"],
  ["psql -c 'select 1; delete from users'", "destroy"],
  ["psql -c 'update users set a=1'", "mutate"],
  ["psql shop <<EOF\nTRUNCATE users;\nEOF", "destroy"],
  ["psql -f gone.sql", "unknown"],
  ["psql", "unknown"],
  ["mysql -e 'SHOW TABLES'", "read"],
  ["echo 'drop database x' | mysql", "destroy"],
  ["redis-cli get x", "read"],
  ["redis-cli -h prod FLUSHALL", "destroy"],
  ["mongosh --eval 'db.users.drop()'", "destroy"],
  ["sqlite3 x.db 'select 1'", "read"],
  ["dropdb shop", "destroy"],
  ["pg_dump shop", "read"],
  ["pg_restore -d shop x.dump", "destroy"],
];

for (const [line, kind] of table) {
  test(`${JSON.stringify(line)} comes to ${kind}.`, async () => {
    assert.equal((await looked(line)).class, kind);
  });
}
