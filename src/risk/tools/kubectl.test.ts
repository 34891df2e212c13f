import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const context = { context: "kind-lab", cluster: "lab", server: "https://127.0.0.1:6443", namespace: "shop" };
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 2}
`;
const world: World = {
  context,
  files: {
    "/here/web.yaml": deployment,
    "/here/list.yaml": `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: x}}
- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: other}}]}
`,
    "/here/all/a.yaml": deployment,
    "/here/all/deep/b.json": '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"}}',
    "/here/patch.json": '[{"op":"add","path":"/spec/template/spec/hostNetwork","value":true}]',
  },
  renderings: { "kubectl kustomize /here/overlay": deployment },
};

/** Command, class, what it touches. */
const table: readonly (readonly [string, string, readonly string[]])[] = [
  // By words.
  ["kubectl delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["kubectl delete namespace/a namespace/b", "destroy", ["delete Namespace/a", "delete Namespace/b"]],
  ["kubectl delete po,svc web", "destroy", ["delete Pod/web in shop", "delete Service/web in shop"]],
  [
    "kubectl delete deploy/web svc/web -n other",
    "destroy",
    ["delete Deployment/web in other", "delete Service/web in other"],
  ],
  ["kubectl -n other delete pods --all", "destroy", ["delete Pod/* in other"]],
  [
    "kubectl delete pods -l app=web --field-selector status.phase=Failed",
    "destroy",
    ["delete Pod/* in shop where app=web status.phase=Failed"],
  ],
  ["kubectl delete pods -A -lapp=web", "destroy", ["delete Pod/* in * where app=web"]],
  ["kubectl delete deployments.v1.apps web", "destroy", ["delete Deployment/web in shop"]],
  ["kubectl delete certificates.cert-manager.io web", "destroy", ["delete Certificate/web in shop"]],
  ["kubectl delete services.serving.knative.dev web -n x", "destroy", ["delete services.serving.knative.dev/web in x"]],
  ["kubectl delete PODS web", "destroy", ["delete Pod/web in shop"]],
  ["kubectl delete --raw /api/v1/namespaces/shop", "destroy", ["delete --raw Namespace/shop"]],
  [
    "kubectl delete --raw=/apis/apps/v1/namespaces/shop/deployments/web",
    "destroy",
    ["delete --raw Deployment/web in shop"],
  ],
  ["kubectl scale --replicas=0 deploy/web", "mutate", ["scale Deployment/web in shop"]],
  ["kubectl autoscale deploy web --max=5", "mutate", ["autoscale HorizontalPodAutoscaler/web in shop"]],
  ["kubectl expose deploy web --type=LoadBalancer --port 80", "mutate", ["expose Service/web in shop"]],
  ["kubectl run shell --image=busybox -it --rm -- sh", "mutate", ["run Pod/shell in shop"]],
  ["kubectl set image deploy/web app=web:2", "mutate", ["set Deployment/web in shop"]],
  ["kubectl set serviceaccount deploy web robot", "mutate", ["set Deployment/web in shop"]],
  ["kubectl set env deploy/web --list", "read", []],
  [
    "kubectl label ns shop pod-security.kubernetes.io/enforce=privileged --overwrite",
    "mutate",
    ["label Namespace/shop"],
  ],
  ["kubectl label node n1 disktype-", "mutate", ["label Node/n1"]],
  ["kubectl annotate deploy/web note=x", "mutate", ["annotate Deployment/web in shop"]],
  ["kubectl taint nodes n1 gone=true:NoExecute", "destroy", ["taint Node/n1"]],
  ["kubectl taint nodes n1 gone=true:NoSchedule", "mutate", ["taint Node/n1"]],
  ["kubectl drain n1 --ignore-daemonsets", "destroy", ["drain Node/n1"]],
  ["kubectl cordon node/n1", "mutate", ["cordon Node/n1"]],
  ["kubectl rollout restart deploy/web", "mutate", ["rollout restart Deployment/web in shop"]],
  ["kubectl rollout undo deploy web", "mutate", ["rollout undo Deployment/web in shop"]],
  ["kubectl rollout status deploy/web", "read", ["read Deployment/web in shop"]],
  ["kubectl edit cm settings", "mutate", ["edit ConfigMap/settings in shop"]],
  ["kubectl certificate approve csr-1", "mutate", ["approve CertificateSigningRequest/csr-1"]],
  [
    "kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=y",
    "mutate",
    ["create ClusterRoleBinding/x"],
  ],
  ["kubectl create secret generic s --from-literal=password=hunter2", "mutate", ["create Secret/s in shop"]],
  ["kubectl create deployment web --image=web:1", "mutate", ["create Deployment/web in shop"]],
  ["kubectl create token robot", "mutate", ["create token ServiceAccount/robot in shop"]],
  ["kubectl create ns x", "mutate", ["create Namespace/x"]],
  // Inside pods.
  ["kubectl exec web-1 -- cat /etc/hosts", "read", ["exec Pod/web-1 in shop"]],
  [
    "kubectl exec -it deploy/web -c app -- rm -rf /data",
    "destroy",
    ["delete file//data", "exec Deployment/web in shop"],
  ],
  ["kubectl exec -it web-1 -- sh", "unknown", ["exec Pod/web-1 in shop"]],
  ["kubectl exec web-1 -- sh -c 'kubectl delete ns x'", "destroy", ["delete Namespace/x", "exec Pod/web-1 in shop"]],
  ["kubectl attach web-1", "unknown", ["attach Pod/web-1 in shop"]],
  ["kubectl port-forward svc/web 8080:80", "unknown", ["port-forward Service/web in shop"]],
  ["kubectl proxy", "unknown", []],
  ["kubectl cp ./x other/web-1:/tmp/x", "mutate", ["copy into Pod/web-1 in other"]],
  ["kubectl cp web-1:/var/log/x /tmp/x", "read", ["read Pod/web-1 in shop", "write file//tmp/x"]],
  ["kubectl cp web-1:/var/log/x ./x", "mutate", ["read Pod/web-1 in shop", "write file//here/x"]],
  // Files.
  ["kubectl apply -f web.yaml", "mutate", ["apply Deployment/web in shop"]],
  ["kubectl apply -fweb.yaml -n other", "mutate", ["apply Deployment/web in other"]],
  [
    "kubectl apply --filename=web.yaml,list.yaml",
    "mutate",
    ["apply Deployment/web in shop", "apply Namespace/x", "apply ConfigMap/c in other"],
  ],
  ["kubectl apply -f all", "mutate", ["apply Deployment/web in shop"]],
  ["kubectl apply -R -f all", "mutate", ["apply Deployment/web in shop", "apply Secret/s in shop"]],
  ["kubectl apply -k overlay", "mutate", ["apply Deployment/web in shop"]],
  ["kubectl kustomize overlay | kubectl apply -f -", "mutate", ["apply Deployment/web in shop"]],
  [
    "kubectl apply -f web.yaml --prune -l app=web",
    "destroy",
    ["apply Deployment/web in shop", "prune */* in shop where app=web"],
  ],
  ["kubectl replace --force -f web.yaml", "destroy", ["replace Deployment/web in shop"]],
  ["kubectl replace -f web.yaml", "mutate", ["replace Deployment/web in shop"]],
  ["kubectl delete -f list.yaml", "destroy", ["delete Namespace/x", "delete ConfigMap/c in other"]],
  ["kubectl auth reconcile -f list.yaml", "mutate", ["auth Namespace/x", "auth ConfigMap/c in other"]],
  ["kubectl patch deploy web --type=json --patch-file patch.json", "mutate", ["patch Deployment/web in shop"]],
  // Only a look or a plan.
  ["kubectl get pods", "read", ["read Pod/* in shop"]],
  ["kubectl get secret db -o yaml", "read", ["read Secret/db in shop"]],
  ["kubectl logs -f web-1", "read", ["read Pod/web-1 in shop"]],
  ["kubectl diff -f web.yaml", "plan", ["diff Deployment/web in shop"]],
  ["kubectl apply -f web.yaml --dry-run=server", "plan", ["apply Deployment/web in shop"]],
  ["kubectl delete ns shop --dry-run=client", "plan", ["delete Namespace/shop"]],
  ["kubectl auth can-i delete ns", "read", []],
  ["kubectl delete --help", "read", []],
  ["kubectl config view", "read", []],
  // No promise is believed that is not certain.
  ["kubectl delete ns shop --dry-run=none", "destroy", ["delete Namespace/shop"]],
  ["kubectl delete ns shop --dry-run=client --dry-run=none", "destroy", ["delete Namespace/shop"]],
  ["kubectl delete ns shop --dry-run=$MODE", "destroy", ["delete Namespace/shop"]],
  ["kubectl exec web-1 --dry-run=client -- rm -rf /data", "destroy", ["delete file//data", "exec Pod/web-1 in shop"]],
  ["kubectl delete ns shop --help=false", "destroy", ["delete Namespace/shop"]],
  // Written otherwise.
  ["k delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["/usr/local/bin/kubectl delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["kubectl.exe delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["kubectl-1.31 delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["oc delete ns shop", "destroy", ["delete Namespace/shop"]],
  ["oc adm policy add-cluster-role-to-user cluster-admin jo", "mutate", ["create ClusterRoleBinding/cluster-admin"]],
  ["kubectl --context prod --v=9 -n x delete pod p", "destroy", ["delete Pod/p in x"]],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.deepEqual({ class: operation.class, targets: operation.targets.map(brief) }, { class: kind, targets });
  });
}

const notUnderstood: readonly (readonly [string, RegExp])[] = [
  ["kubectl frobnicate x", /neither a verb known here/],
  ["kubectl --frobnicate get pods", /the option --frobnicate/],
  ["kubectl apply -f https://example.com/x.yaml", /fetched when the command runs/],
  ["kubectl apply -f gone.yaml", /gone\.yaml: no such file/],
  ["kubectl apply -k github.com/x/y?ref=main", /fetched when the command runs/],
  ["kubectl apply -f -", /standard input is known only when/],
  ["kubectl $VERB ns x", /neither a verb known here/],
];

for (const [line, reason] of notUnderstood) {
  test(`${line} is not taken for harmless, and says why.`, async () => {
    const operation = await looked(line, world);
    assert.ok(["unknown", "mutate"].includes(operation.class), operation.class);
    assert.match(operation.unknown.join("\n"), reason);
  });
}

test("Imperative commands give the part of the object that they say.", async () => {
  const value = async (line: string) => (await looked(line, world)).objects[0]?.value;
  assert.deepEqual(
    (await value("kubectl create clusterrolebinding x --clusterrole=cluster-admin --serviceaccount=a:b")) ?? {},
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "x" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "ServiceAccount", namespace: "a", name: "b" }],
    },
  );
  const patched = await value("kubectl patch deploy web --type=json --patch-file patch.json");
  assert.deepEqual(patched?.spec, { template: { spec: { hostNetwork: true } } });
  const run = await value("kubectl run x --image=y --privileged");
  assert.deepEqual(run?.spec, { containers: [{ name: "x", image: "y", securityContext: { privileged: true } }] });
  const role = await value("kubectl create clusterrole r --verb=get,list --resource=pods,deployments.apps/scale");
  assert.deepEqual(role?.rules, [
    { verbs: ["get", "list"], resources: ["pods", "deployments"], apiGroups: ["", "apps"] },
  ]);
  const node = await value("kubectl debug node/n1 -it --image=busybox --profile=sysadmin");
  assert.deepEqual((node?.spec as { hostPID?: boolean })?.hostPID, true);
});

test("The value of a secret is not passed on to detectors.", async () => {
  const { objects } = await looked("kubectl create secret generic s --from-literal=password=hunter2", world);
  assert.deepEqual(objects[0]?.value.data, { password: "" });
});

test("Where it happens comes from the command before the kubeconfig.", async () => {
  const own = await looked("kubectl delete pod x", world);
  assert.deepEqual(own.scopeHints.contexts, ["kind-lab"]);
  assert.deepEqual(own.scopeHints.clusters, ["lab"]);
  assert.deepEqual(own.scopeHints.namespaces, ["shop"]);
  const said = await looked("kubectl config use-context prod && kubectl delete pod x -n pay", world);
  assert.ok(said.scopeHints.contexts.includes("prod"));
  assert.ok(said.scopeHints.namespaces.includes("pay"));
});
