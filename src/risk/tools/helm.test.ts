import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const rendered =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n";
const world: World = {
  context: { context: "lab", namespace: "shop" },
  files: { "/here/charts/web/Chart.yaml": "name: web" },
  renderings: {
    "helm template web /here/chart --namespace shop --values /here/prod.yaml --set a=b --include-crds": rendered,
    "helm template web /here/charts/web --namespace other --is-upgrade --skip-crds": rendered,
  },
};

const table: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "helm install web ./chart -f prod.yaml --set a=b",
    "mutate",
    ["install release/web in shop", "install Deployment/web in shop", "install Namespace/x"],
  ],
  [
    "helm upgrade --install web charts/web -n other --skip-crds",
    "mutate",
    ["upgrade release/web in other", "upgrade Deployment/web in other", "upgrade Namespace/x"],
  ],
  ["helm install web bitnami/nginx", "mutate", ["install release/web in shop"]],
  ["helm install oci://example.com/chart --generate-name", "mutate", ["install release/* in shop"]],
  ["helm upgrade web bitnami/nginx --force", "destroy", ["upgrade release/web in shop"]],
  ["helm upgrade web bitnami/nginx --dry-run", "plan", ["upgrade release/web in shop"]],
  ["helm upgrade web bitnami/nginx --dry-run=none", "mutate", ["upgrade release/web in shop"]],
  ["helm secrets upgrade web bitnami/nginx", "mutate", ["upgrade release/web in shop"]],
  ["helm uninstall web db", "destroy", ["uninstall release/web in shop", "uninstall release/db in shop"]],
  ["helm delete web --dry-run", "plan", ["delete release/web in shop"]],
  ["helm rollback web 3", "mutate", ["rollback release/web in shop"]],
  ["helm test web", "mutate", ["test release/web in shop"]],
  ["helm list -A", "read", []],
  ["helm get values web", "read", []],
  ["helm repo list", "read", []],
  ["helm repo add x https://example.com", "mutate", []],
  ["helm diff upgrade web bitnami/nginx", "plan", []],
  ["helm frob", "unknown", []],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.deepEqual({ class: operation.class, targets: operation.targets.map(brief) }, { class: kind, targets });
  });
}

test("A chart that is elsewhere is not rendered, and that is said.", async () => {
  for (const line of [
    "helm install web bitnami/nginx",
    "helm install web ./chart -f https://example.com/v.yaml",
    "helm install web nginx --repo https://x",
  ]) {
    assert.match((await looked(line, world)).unknown.join("\n"), /fetched when the command runs/);
  }
});

test("What helm template prints is known to the next command.", async () => {
  const { class: kind, targets } = await looked(
    "helm template web ./chart -f prod.yaml --set a=b | kubectl apply -f -",
    world,
  );
  assert.deepEqual([kind, targets.map(brief)], ["mutate", ["apply Deployment/web in shop", "apply Namespace/x"]]);
});

test("Context, namespace and value files tell where it is.", async () => {
  const { scopeHints } = await looked(
    "HELM_NAMESPACE=pay helm --kube-context prod upgrade web x/y -f values-prod.yaml",
    world,
  );
  assert.deepEqual(scopeHints.contexts, ["prod"]);
  assert.deepEqual(scopeHints.namespaces, ["pay"]);
  assert.deepEqual(scopeHints.paths, ["values-prod.yaml"]);
});
