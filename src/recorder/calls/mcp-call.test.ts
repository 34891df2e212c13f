import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { proposalOfCall } from "./mcp-call.ts";

const manifest = "apiVersion: v1\nkind: Pod\n";

/** Calls as Kubernetes MCP servers take them, and the command that does the same. */
const known: readonly (readonly [tool: string, args: Record<string, unknown>, command: string, stdin?: string])[] = [
  ["pods_list", {}, "kubectl get pods"],
  ["resources_get", { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, "kubectl get Deployment.v1.apps"],
  ["pods_delete", { name: "web-1", namespace: "shop" }, "kubectl delete pod web-1 --namespace=shop"],
  ["resources_delete", { apiVersion: "v1", kind: "Secret", name: "s" }, "kubectl delete Secret s"],
  [
    "resources_delete",
    { apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: "a" },
    "kubectl delete Deployment.v1.apps web --namespace=a",
  ],
  ["resources_create_or_update", { resource: manifest }, "kubectl apply -f -", manifest],
  [
    "resources_scale",
    { apiVersion: "apps/v1", kind: "Deployment", name: "web", scale: 0 },
    "kubectl scale Deployment.v1.apps web --replicas=0",
  ],
  ["resources_scale", { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, "kubectl get Deployment.v1.apps web"],
  [
    "pods_exec",
    { name: "web", namespace: "a", command: ["rm", "-rf", "/data"] },
    "kubectl exec web --namespace=a -- rm -rf /data",
  ],
  ["pods_run", { image: "nginx", name: "n", port: 80 }, "kubectl run n --image=nginx --port=80"],
  [
    "kubectl_apply",
    { manifest, namespace: "a", dryRun: true },
    "kubectl apply -f - --dry-run=server --namespace=a",
    manifest,
  ],
  [
    "kubectl_delete",
    { resourceType: "pod", labelSelector: "app=web", allNamespaces: true },
    "kubectl delete pod --selector=app=web --all-namespaces",
  ],
  ["kubectl_delete", { resourceType: "pod" }, "kubectl delete pod --all"],
  [
    "kubectl_patch",
    { resourceType: "deployment", name: "web", patchType: "merge", patchData: { a: 1 } },
    'kubectl patch deployment web --type=merge --patch={"a":1}',
  ],
  [
    "kubectl_rollout",
    { subCommand: "restart", resourceType: "deployment", name: "web" },
    "kubectl rollout restart deployment/web",
  ],
  [
    "kubectl_generic",
    { command: "delete", resourceType: "ns", name: "prod", flags: { force: true, "grace-period": 0 } },
    "kubectl delete ns prod --force --grace-period=0",
  ],
  [
    "helm_install",
    { chart: "./web", name: "web", namespace: "a", values: { x: 1 } },
    "helm install web ./web --namespace=a --values=-",
    '{"x":1}',
  ],
  ["uninstall_helm_chart", { name: "web", namespace: "a" }, "helm uninstall web --namespace=a"],
];

for (const [tool, args, command, stdin] of known) {
  test(`${tool} ${JSON.stringify(args)} is ${command.slice(0, 60)}.`, () => {
    const proposal = proposalOfCall("k8s", tool, args, {});
    assert.equal(proposal.command?.join(" "), command);
    assert.equal(proposal.stdin && Buffer.from(proposal.stdin.bytes).toString(), stdin);
    const [call] = proposal.documents ?? [];
    assert.equal(call?.name, `k8s/${tool}.json`);
    assert.deepEqual(JSON.parse(Buffer.from(call?.bytes ?? []).toString()), args, "the call itself is kept");
  });
}

test("A tool that runs a line in a shell is that line.", () => {
  assert.equal(
    proposalOfCall("term", "execute_command", { command: "kubectl delete ns prod" }, {}).shell,
    "kubectl delete ns prod",
  );
  assert.equal(proposalOfCall("term", "bash", { command: ["ls", "-l"] }, {}).shell, "ls -l");
});

test("Of any other tool only the name is known, and a server's word stays its word.", () => {
  const args = { title: "x" };
  const proposal = proposalOfCall("github", "create_issue", args, { readOnlyHint: true });
  assert.deepEqual([proposal.tool, proposal.operation, proposal.command], ["github", "create_issue", undefined]);
  assert.equal(proposal.intent, "github says of create_issue that it only reads");
  assert.equal(
    proposalOfCall("github", "drop", args, { destructiveHint: true }).intent,
    "github says of drop that it destroys",
  );
});

test("A name that could be taken for an option never becomes one.", () => {
  for (const name of ["--all", "-A", "x --all", "a\nb"]) {
    for (const args of [{ name }, { name: "web", namespace: name }]) {
      const { command, tool, operation } = proposalOfCall("k8s", "pods_delete", args, {});
      assert.deepEqual([command, tool, operation], [undefined, "k8s", "pods_delete"]);
    }
  }
});

test("Whatever a model sends, there is a proposal, and the call is kept as it was.", () => {
  const tool = fc.oneof(fc.constantFrom(...known.map(([name]) => name)), fc.string());
  const args = fc.dictionary(
    fc.constantFrom("name", "namespace", "command", "resource", "kind", "flags", "scale", "chart", "patch"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(tool, args, (name, given) => {
      const { documents = [], command, shell, tool: declared } = proposalOfCall("s", name, given, {});
      assert.ok(command !== undefined || shell !== undefined || declared !== undefined);
      assert.deepEqual(
        JSON.parse(Buffer.from(documents[0]?.bytes ?? []).toString()),
        JSON.parse(JSON.stringify(given)),
      );
    }),
  );
});
