import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Cluster, localProvider } from "../../src/cluster/index.ts";
import { idle, pod, podSpec, workload } from "./drafts.ts";
import { isReady, type Place, placeIn } from "./place.ts";

const toleration = { key: "kwok.x-k8s.io/node", operator: "Exists" };
const far = { nodeSelector: { type: "kwok" }, tolerations: [toleration] };

describe("Simulated nodes", () => {
  let cluster: Cluster;
  let place: Omit<Place, typeof Symbol.asyncDispose>;
  before(async () => {
    cluster = await localProvider().create(
      {
        name: `simulated-${process.pid}`,
        nodes: [
          { name: "real" },
          { name: "huge", simulated: true, capacity: { cpu: "64", memory: "1Ti", pods: 500 } },
          { name: "small", simulated: true, labels: { zone: "b" }, capacity: { cpu: "2", memory: "4Gi", pods: 10 } },
          { name: "odd", simulated: true, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] },
        ],
        ...{ addons: [], profile: "plain" },
      },
      { report: () => {}, signal: new AbortController().signal },
    );
    place = placeIn(cluster, "default");
  });
  after(() => cluster?.[Symbol.asyncDispose]());

  test("are Ready beside the real one, with any capacity, labels and taints.", async () => {
    const nodes = await place.eventually("four nodes are Ready", async () => {
      const ready = (await cluster.client.list("/api/v1/nodes")).items.filter(isReady);
      return ready.length === 4 && new Map(ready.map((node) => [node.metadata.name, node]));
    });
    const { cpu, memory, pods } = nodes.get("huge")?.status.allocatable ?? {};
    assert.deepEqual({ cpu, memory, pods }, { cpu: "64", memory: "1Ti", pods: "500" });
    assert.equal(nodes.get("small")?.metadata.labels?.zone, "b");
    assert.equal(nodes.get("odd")?.spec.taints[0].key, "gpu");
    assert.equal(nodes.get("real")?.spec.taints, undefined);
  });

  test("seem to run what tolerates them, within their capacity.", async () => {
    const resources = { requests: { cpu: "1", memory: "1Gi" } };
    await place.make(
      workload("Deployment", "fleet", { run: idle, container: { resources }, spec: far }, { replicas: 40 }),
    );
    const pods = await place.readyPods("app=fleet", 40);
    const on = (node: string) => pods.filter(({ spec }) => spec.nodeName === node).length;
    assert.equal(on("real") + on("odd"), 0);
    assert.ok(on("small") <= 2, `${on("small")} pods of one core each on two cores`);
    assert.equal(on("huge") + on("small"), 40);
    assert.ok(pods.every(({ status }) => status.phase === "Running" && status.podIP));
    const addresses = new Set(pods.map(({ status }) => status.podIP));
    assert.equal(addresses.size, 40);
  });

  test("let pods go as real ones do.", async () => {
    await place.kubectl("scale", "deployment/fleet", "--replicas=3");
    await place.eventually("three pods are left", async () => {
      return (
        (await cluster.client.list("/api/v1/namespaces/default/pods?labelSelector=app%3Dfleet")).items.length === 3
      );
    });
  });

  test("complete Jobs.", async () => {
    const template = { spec: podSpec({ run: "true", spec: { restartPolicy: "Never", ...far } }) };
    await place.make({ apiVersion: "batch/v1", kind: "Job", metadata: { name: "job" }, spec: { template } });
    await place.eventually("the Job is complete", async () => {
      return (await place.find("batch/v1", "Job", "job"))?.status?.succeeded === 1;
    });
  });

  test("are drained as real ones are.", async () => {
    await place.kubectl("drain", "small", "--ignore-daemonsets", "--force", "--timeout=120s");
    await place.readyPods("app=fleet", 3);
    assert.ok((await place.pods("app=fleet")).every(({ spec }) => spec.nodeName === "huge"));
  });

  test("leave what does not tolerate them to the real node, where it truly runs.", async () => {
    await place.make(pod("true"));
    await place.ready("true");
    assert.equal((await place.find("v1", "Pod", "true"))?.spec.nodeName, "real");
    assert.equal(await place.exec("true", "hostname"), "true\n");
  });
});
