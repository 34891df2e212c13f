import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readAudit } from "../../src/audit/index.ts";
import type { Cluster, Identity } from "../../src/cluster/index.ts";
import { until } from "../../src/process/index.ts";
import { openSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { kubectl, ownNamespace, sharedCluster } from "../cluster/shared.ts";
import { bash, skip } from "./scene.ts";

describe("An agent in a sandbox before a real cluster", { skip }, () => {
  const stack = new AsyncDisposableStack();
  let cluster: Cluster;
  let space: string;
  let who: Identity;
  let sandbox: Sandbox;
  before(async () => {
    cluster = stack.use(await sharedCluster());
    space = stack.use(await ownNamespace(cluster, "sandboxed")).name;
    const everything = { apiGroups: ["", "apps"], resources: ["*"], verbs: ["*"] };
    who = await cluster.identify({ name: `agent-${process.pid}`, namespaces: { [space]: [everything] } });
    sandbox = stack.use(await openSandbox({ cluster, kubeconfig: who.kubeconfig }));
    await kubectl(cluster, ["-n", space, "create", "deployment", "web", "--image=nginx:1.27", "--port=80"]);
    await kubectl(cluster, ["-n", space, "expose", "deployment", "web"]);
    await kubectl(cluster, ["-n", space, "rollout", "status", "deployment/web", "--timeout=120s"]);
  });
  after(() => stack.disposeAsync());

  test("works with kubectl under its own name, and in its own namespace only.", async () => {
    const { stdout, stderr } = await bash(
      sandbox,
      "kubectl auth whoami -o jsonpath='{.status.userInfo.username}'; kubectl get deployment -o name",
    );
    assert.equal(stdout, `${who.user}deployment.apps/web\n`, stderr);
    for (const attempt of ["get secrets -A", "get nodes", "create namespace mine", "-n kube-system get pods"]) {
      const { code, stderr: refusal } = await bash(sandbox, `kubectl ${attempt}`);
      assert.equal(code, 1, attempt);
      assert.match(refusal, /forbidden/i);
    }
  });

  test("mints no token of anybody with more rights; one that it may mint is seen under its name.", async () => {
    const admin = await bash(sandbox, "kubectl -n kube-system create token clusterrole-aggregation-controller");
    assert.match(admin.stderr, /forbidden/i);
    const more = await bash(
      sandbox,
      "kubectl create rolebinding more --clusterrole=cluster-admin --serviceaccount=kube-system:default",
    );
    assert.match(more.stderr, /forbidden/i);
    const own = await bash(sandbox, "kubectl create token default");
    assert.equal(own.code, 0, own.stderr);
    const minted = async () => {
      for await (const event of readAudit(cluster.auditLog ?? "")) {
        const at = event.objectRef;
        if (event.user.username === who.user && at?.subresource === "token" && at.namespace === space) return true;
      }
      return false;
    };
    assert.ok(await until(minted, { deadlineMs: 10_000 }), "the audit log has it");
  });

  test("reaches pods and Services through the API server alone.", async () => {
    const service = (
      await kubectl(cluster, ["-n", space, "get", "service", "web", "-o", "jsonpath={.spec.clusterIP}"])
    ).trim();
    const pod = (
      await kubectl(cluster, ["-n", space, "get", "pod", "-l", "app=web", "-o", "jsonpath={.items[0].status.podIP}"])
    ).trim();
    for (const address of [service, pod, "172.30.0.11:10250", "172.30.0.1:2379"]) {
      const { code } = await bash(sandbox, `curl -sS -m 5 http://${address}/`);
      assert.equal(code, 7, address);
    }
    const through = await bash(
      sandbox,
      `kubectl port-forward deployment/web 8080:80 > /tmp/forward 2>&1 &
      for i in $(seq 100); do grep -q Forwarding /tmp/forward && break; sleep 0.1; done
      curl -sS http://127.0.0.1:8080/; kill %1`,
    );
    assert.match(through.stdout, /nginx/i, through.stderr);
    assert.equal((await bash(sandbox, "kubectl exec deployment/web -- echo inside")).stdout, "inside\n");
  });

  test("reaches Services by name where its task allows it, and still not the host.", async () => {
    await using open = await openSandbox({ cluster, kubeconfig: who.kubeconfig, network: "cluster" });
    assert.match((await bash(open, `curl -sS http://web.${space}.svc.cluster.local/`)).stdout, /nginx/i);
    assert.equal((await bash(open, "kubectl get deployment -o name")).stdout, "deployment.apps/web\n");
    assert.notEqual((await bash(open, "curl -sS -m 5 http://1.1.1.1/")).code, 0);
    assert.equal((await bash(open, "nft list ruleset; iptables -L; ip link set eth0 down")).code !== 0, true);
  });

  test("finds no administrator: not in its files, its environment or its processes.", async () => {
    const { stdout } = await bash(
      sandbox,
      "env; grep -rsl 'client-key-data' / --exclude-dir=proc --exclude-dir=usr; find / -name '*.sock' -not -path '/proc/*' 2>/dev/null",
    );
    const lines = stdout.split("\n").filter((line) => /admin|\.sock|client-key|kube\/config/.test(line));
    assert.deepEqual(lines, ["KUBECONFIG=/home/agent/.kube/config", "/home/agent/.kube/config"]);
  });
});
