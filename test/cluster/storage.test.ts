import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { idle, pod, service, workload } from "./drafts.ts";
import { type Draft, openPlace, type Place } from "./place.ts";

const volumes = "/var/lib/airworthy/volumes";

describe("Volumes", { concurrency: true }, () => {
  let place: Place;
  before(async () => {
    place = await openPlace("storage");
  });
  after(() => place[Symbol.asyncDispose]());

  const phaseOf = async (name: string) => (await place.find("v1", "PersistentVolumeClaim", name))?.status?.phase;
  const onNode = (node: string) => ({ nodeSelector: { "kubernetes.io/hostname": node } });

  test("are made for a claim when its first pod comes, keep their data, and draw the next pod to their node.", async () => {
    await place.make(claim("data"));
    // Nothing happens before somebody needs it: the controller says so in an event.
    await place.eventually("the claim waits for a consumer", async () => {
      const events = (await place.cluster.client.list(`/api/v1/namespaces/${place.namespace}/events`)).items;
      return events.some((event) => event.involvedObject.name === "data" && event.reason === "WaitForFirstConsumer");
    });
    assert.equal(await phaseOf("data"), "Pending");
    await place.make(pod("writer", { ...mounting("data"), spec: { ...onNode("node-2"), ...volumeOf("data") } }));
    await place.ready("writer");
    assert.equal(await phaseOf("data"), "Bound");
    await place.exec("writer", "sh", "-c", "echo precious > /data/file");
    await place.remove("v1", "Pod", "writer");
    await place.eventually("the writer is gone", async () => (await place.find("v1", "Pod", "writer")) === undefined);

    await place.make(pod("reader", { ...mounting("data"), spec: volumeOf("data") }));
    await place.ready("reader");
    assert.equal((await place.find("v1", "Pod", "reader"))?.spec.nodeName, "node-2");
    assert.equal(await place.exec("reader", "cat", "/data/file"), "precious\n");
  });

  test("go with their claim, directory and all.", async () => {
    await place.make(
      claim("short-lived"),
      pod("tenant", { ...mounting("short-lived"), spec: { ...onNode("node-2"), ...volumeOf("short-lived") } }),
      // A pod that sees the node's disk.
      pod("inspector", {
        container: { volumeMounts: [{ name: "disk", mountPath: "/disk" }] },
        spec: { ...onNode("node-2"), volumes: [{ name: "disk", hostPath: { path: volumes } }] },
      }),
    );
    await place.ready("tenant", "inspector");
    await place.exec("tenant", "sh", "-c", "echo gone soon > /data/file");
    const volume = (await place.find("v1", "PersistentVolumeClaim", "short-lived"))?.spec.volumeName;
    const list = () => place.exec("inspector", "ls", "/disk");
    assert.ok((await list()).includes(volume));

    await place.remove("v1", "PersistentVolumeClaim", "short-lived");
    assert.ok(await phaseOf("short-lived"), "a claim in use stays until its pod is gone");
    await place.remove("v1", "Pod", "tenant");
    await place.eventually("the volume is gone", async () => {
      return (await place.cluster.client.find(`/api/v1/persistentvolumes/${volume}`)) === undefined;
    });
    assert.ok(!(await list()).includes(volume));
  });

  test("can be written to by a pod that is not root.", async () => {
    const securityContext = { runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, runAsNonRoot: true };
    await place.make(
      claim("shared"),
      pod("user", { ...mounting("shared"), spec: { securityContext, ...volumeOf("shared") } }),
    );
    await place.ready("user");
    const line = "echo mine > /data/file && cat /data/file && id -u && id -G";
    assert.equal(await place.exec("user", "sh", "-c", line), "mine\n1000\n3000 2000\n");
  });

  test("are made for each pod of a StatefulSet and stay with its name.", async () => {
    const template = claim("data");
    await place.make(
      service("db", { clusterIP: "None" }),
      workload(
        "StatefulSet",
        "db",
        { run: `hostname >> /data/who; ${idle}`, ...mounting("data") },
        {
          ...{ replicas: 2, serviceName: "db", podManagementPolicy: "Parallel" },
          volumeClaimTemplates: [{ metadata: template.metadata, spec: template.spec }],
        },
      ),
    );
    const before = await place.readyPods("app=db", 2);
    assert.deepEqual([await phaseOf("data-db-0"), await phaseOf("data-db-1")], ["Bound", "Bound"]);
    await place.remove("v1", "Pod", "db-1");
    await place.eventually("db-1 is back", async () => {
      const again = await place.find("v1", "Pod", "db-1");
      return again && !before.some(({ metadata }) => metadata.uid === again.metadata.uid);
    });
    await place.ready("db-1");
    assert.equal(await place.exec("db-1", "cat", "/data/who"), "db-1\ndb-1\n");
    assert.equal(await place.exec("db-0", "cat", "/data/who"), "db-0\n");
  });

  test("of a class that is not there are not made, and the pod says what it waits for.", async () => {
    await place.make(
      claim("exotic", { storageClassName: "exotic" }),
      pod("waits", { ...mounting("exotic"), spec: volumeOf("exotic") }),
    );
    const message = await place.eventually("the pod cannot be scheduled", async () => {
      const conditions = ((await place.find("v1", "Pod", "waits"))?.status?.conditions ?? []) as { message?: string }[];
      return conditions.find((each) => each.message !== undefined)?.message;
    });
    assert.match(message, /exotic|unbound immediate PersistentVolumeClaims/);
    assert.equal(await phaseOf("exotic"), "Pending");
  });

  test("in memory are as big as they were asked to be.", async () => {
    const disk = { name: "data", emptyDir: { medium: "Memory", sizeLimit: "8Mi" } };
    await place.make(pod("memory", { ...mounting("data"), spec: { volumes: [disk] } }));
    await place.ready("memory");
    const outcome = await place.tryKubectl(
      "exec",
      "memory",
      "--",
      "dd",
      "if=/dev/zero",
      "of=/data/big",
      "bs=1M",
      "count=16",
    );
    assert.notEqual(outcome.code, 0);
    assert.match(outcome.stderr, /No space left on device/);
  });
});

function claim(name: string, fields: object = {}): Draft {
  const resources = { requests: { storage: "10Mi" } };
  const spec = { accessModes: ["ReadWriteOnce"], resources, ...fields };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec };
}

function volumeOf(claimName: string): Record<string, unknown> {
  return { volumes: [{ name: claimName, persistentVolumeClaim: { claimName } }] };
}

function mounting(name: string): { container: Record<string, unknown> } {
  return { container: { volumeMounts: [{ name, mountPath: "/data" }] } };
}
