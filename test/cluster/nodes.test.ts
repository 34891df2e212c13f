import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { idle, pod, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

describe("Nodes", () => {
  let place: Place;
  const leases = new Map<string, string>();
  before(async () => {
    place = await openPlace("nodes");
    for (const name of ["node-1", "node-2"]) leases.set(name, await renewed(name));
  });
  after(() => place[Symbol.asyncDispose]());

  const renewed = async (name: string): Promise<string> =>
    (await place.cluster.client.get(`/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${name}`)).spec
      .renewTime;
  const nodeOf = (name: string) => place.cluster.client.get(`/api/v1/nodes/${name}`);
  const lastly = (name: string, reason: string) =>
    place.eventually(`pod ${name} is Pending for ${reason}`, async () => {
      const found = await place.find("v1", "Pod", name);
      const conditions = (found?.status?.conditions ?? []) as { type: string; reason?: string; message?: string }[];
      return conditions.find((each) => each.type === "PodScheduled" && each.reason === reason)?.message;
    });
  const spreading = { maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "DoNotSchedule" };
  const pin = (node: string) => ({ nodeSelector: { "kubernetes.io/hostname": node } });

  test("have the names and labels that were asked for, and are Ready.", async () => {
    const nodes = (await place.cluster.client.list("/api/v1/nodes")).items;
    assert.deepEqual(nodes.map(({ metadata }) => metadata.name).sort(), ["node-1", "node-2"]);
    for (const [name, tier] of [
      ["node-1", "front"],
      ["node-2", "back"],
    ] as const) {
      const { metadata, status, spec } = await nodeOf(name);
      assert.equal(metadata.labels?.tier, tier);
      assert.equal(metadata.labels?.["kubernetes.io/hostname"], name);
      assert.equal(status.nodeInfo.kubeletVersion, "v1.36.3");
      assert.equal(spec.taints, undefined, JSON.stringify(spec.taints));
      const ready = (status.conditions as { type: string; status: string }[]).find(({ type }) => type === "Ready");
      assert.equal(ready?.status, "True");
    }
  });

  test("have the capacity that was asked for, and the machine's where nothing was.", async () => {
    const { allocatable } = (await nodeOf("node-2")).status;
    assert.equal(allocatable.cpu, "1500m");
    assert.equal(allocatable.pods, "40");
    assert.equal(bytesOf(allocatable.memory), 4 * 2 ** 30, allocatable.memory);
    assert.equal((await nodeOf("node-1")).status.allocatable.pods, "110");
  });

  test("keep a pod waiting that asks for more than they have, with the scheduler's reason.", async () => {
    const requests = { cpu: "1600m" };
    await place.make(pod("greedy", { container: { resources: { requests } }, spec: pin("node-2") }));
    const message = await lastly("greedy", "Unschedulable");
    assert.match(message, /0\/2 nodes are available:.*1 Insufficient cpu/);
    const much = { resources: { requests: { memory: "5Gi" } } };
    await place.make(pod("huge", { container: much, spec: pin("node-2") }));
    assert.match(await lastly("huge", "Unschedulable"), /1 Insufficient memory/);
    assert.equal((await place.find("v1", "Pod", "huge"))?.status.phase, "Pending");
  });

  test("keep a pod waiting that asks for a label nobody has, until somebody has it.", async () => {
    await place.make(pod("picky", { spec: { nodeSelector: { [place.namespace]: "yes" } } }));
    assert.match(await lastly("picky", "Unschedulable"), /didn't match Pod's node affinity\/selector/);
    await place.kubectl("label", "node", "node-2", `${place.namespace}=yes`);
    await place.ready("picky");
    assert.equal((await place.find("v1", "Pod", "picky"))?.spec.nodeName, "node-2");
    await place.kubectl("label", "node", "node-2", `${place.namespace}-`);
  });

  test("turn away by a taint what does not tolerate it.", async () => {
    const taint = { key: place.namespace, value: "only", effect: "NoSchedule" };
    await place.kubectl("taint", "node", "node-2", `${taint.key}=${taint.value}:${taint.effect}`);
    await place.make(pod("intolerant", { spec: pin("node-2") }));
    await place.make(pod("tolerant", { spec: { ...pin("node-2"), tolerations: [{ ...taint, operator: "Equal" }] } }));
    assert.match(await lastly("intolerant", "Unschedulable"), /1 node\(s\) had untolerated taint/);
    await place.ready("tolerant");
    await place.kubectl("taint", "node", "node-2", `${taint.key}-`);
    await place.ready("intolerant");
  });

  test("spread pods as a topology constraint says.", async () => {
    const topologySpreadConstraints = [{ ...spreading, labelSelector: { matchLabels: { app: "spread" } } }];
    const draft = { run: idle, spec: { topologySpreadConstraints } };
    await place.make(workload("Deployment", "spread", draft, { replicas: 4 }));
    const on = (await place.readyPods("app=spread", 4)).map(({ spec }) => spec.nodeName);
    assert.deepEqual(on.sort(), ["node-1", "node-1", "node-2", "node-2"]);
  });

  test("are cordoned, drained as far as a disruption budget allows, and opened again.", async () => {
    const readinessProbe = { exec: { command: ["test", "!", "-e", "/tmp/unready"] }, periodSeconds: 1 };
    // One on each node, but of a node that is shut nothing is expected.
    const constraint = { ...spreading, nodeTaintsPolicy: "Honor", labelSelector: { matchLabels: { app: "web" } } };
    const topologySpreadConstraints = [constraint];
    await place.make(
      workload(
        "Deployment",
        "web",
        { run: idle, container: { readinessProbe }, spec: { topologySpreadConstraints } },
        { replicas: 2 },
      ),
      {
        ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "web" } },
        spec: { minAvailable: 2, selector: { matchLabels: { app: "web" } } },
      },
    );
    const before = await place.readyPods("app=web", 2);
    const moving = before.filter(({ spec }) => spec.nodeName === "node-2");
    assert.equal(moving.length, 1, describeNodes(before));
    await place.eventually("the budget knows its pods", async () => {
      const budget = await place.find("policy/v1", "PodDisruptionBudget", "web");
      return budget?.status?.currentHealthy === 2;
    });

    await using undo = new AsyncDisposableStack();
    undo.defer(async () => void (await place.kubectl("uncordon", "node-2")));
    // Only our own pods: other tests have theirs on the node.
    const drain = ["drain", "node-2", "--ignore-daemonsets", "--delete-emptydir-data", "--pod-selector=app=web"];
    const refused = await place.tryKubectl(...drain, "--timeout=6s");
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /Cannot evict pod as it would violate the pod's disruption budget/);
    assert.equal((await nodeOf("node-2")).spec.unschedulable, true);
    await place.make(pod("shut-out", { spec: pin("node-2") }));
    assert.match(await lastly("shut-out", "Unschedulable"), /1 node\(s\) were unschedulable/);

    await place.kubectl("patch", "pdb", "web", "-p", '{"spec":{"minAvailable":1}}');
    await place.kubectl(...drain, "--timeout=120s");
    const after = await place.readyPods("app=web", 2);
    assert.deepEqual([...new Set(after.map(({ spec }) => spec.nodeName))], ["node-1"], describeNodes(after));
    assert.ok(!after.some(({ metadata }) => metadata.name === moving[0]?.metadata.name));

    await place.kubectl("uncordon", "node-2");
    await place.ready("shut-out");
  });

  test("renew their leases.", async () => {
    for (const [name, first] of leases) {
      await place.eventually(`the lease of ${name} is renewed`, async () => (await renewed(name)) !== first);
    }
  });

  test("show what they use in kubectl top.", async () => {
    const lines = await place.eventually("both nodes have metrics", async () => {
      const outcome = await place.tryKubectl("top", "nodes", "--no-headers");
      const found = outcome.stdout.trim().split("\n");
      return outcome.code === 0 && found.length === 2 && !outcome.stdout.includes("<unknown>") && found;
    });
    for (const line of lines) assert.match(line, /^node-[12]\s+\d+m\s+\d+%\s+[1-9]\d*Mi\s+\d+%\s*$/);
  });
});

function bytesOf(quantity: string): number {
  const [, number = "", unit = ""] = /^(\d+)(Ki|Mi|Gi)?$/.exec(quantity) ?? [];
  return Number(number) * ({ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 }[unit] ?? 1);
}

function describeNodes(pods: readonly KubeObject[]): string {
  return pods.map(({ metadata, spec }) => `${metadata.name} on ${spec.nodeName}`).join(", ");
}
