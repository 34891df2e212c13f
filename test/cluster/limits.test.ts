import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pod, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

describe("Limits are real", { concurrency: true }, () => {
  let place: Place;
  before(async () => {
    place = await openPlace("limits");
  });
  after(() => place[Symbol.asyncDispose]());

  test("a container that takes more memory than it may is killed for it and started again.", async () => {
    const resources = { limits: { memory: "32Mi" } };
    await place.make(
      pod("eats", { run: "exec dd if=/dev/zero of=/dev/null bs=200M count=1", container: { resources } }),
    );
    const status = await place.eventually("the container was started again", async () => {
      const found = (await place.find("v1", "Pod", "eats"))?.status?.containerStatuses?.[0];
      return found?.restartCount > 0 && found;
    });
    const { reason, exitCode } = status.lastState.terminated;
    assert.deepEqual({ reason, exitCode }, { reason: "OOMKilled", exitCode: 137 });
  });

  test("a container within its limit is left alone.", async () => {
    const resources = { limits: { memory: "64Mi" } };
    const line = "dd if=/dev/zero of=/dev/null bs=30M count=20 && echo fine";
    await place.make(pod("sober", { run: line, container: { resources }, spec: { restartPolicy: "Never" } }));
    await place.eventually("the pod has succeeded", async () => {
      return (await place.find("v1", "Pod", "sober"))?.status?.phase === "Succeeded";
    });
    assert.equal(await place.kubectl("logs", "sober", "--tail=1"), "fine\n");
  });

  test("a container that computes more than it may is slowed down.", async () => {
    const resources = { limits: { cpu: "100m" } };
    await place.make(pod("computes", { run: "while :; do :; done", container: { resources } }));
    await place.ready("computes");
    // One of these is there: the first with cgroup v2, the others with v1.
    const files = ["cpu.stat", "cpu/cpu.stat", "cpu,cpuacct/cpu.stat"].map((name) => `/sys/fs/cgroup/${name}`);
    await place.eventually("the kernel has counted throttled periods", async () => {
      const { stdout } = await place.tryKubectl(
        "exec",
        "computes",
        "--",
        "sh",
        "-c",
        `cat ${files.join(" ")} 2>/dev/null`,
      );
      return Number(/^nr_throttled (\d+)$/m.exec(stdout)?.[1]) >= 5;
    });
    await place.remove("v1", "Pod", "computes");
  });

  test("a pod that fills more of the disk than it may is evicted.", async () => {
    const resources = { limits: { "ephemeral-storage": "5Mi" } };
    const line = "dd if=/dev/zero of=/tmp/big bs=1M count=20; while :; do sleep 0.5; done";
    await place.make(pod("fills", { run: line, container: { resources } }));
    const status = await place.eventually("the pod has failed", async () => {
      const found = (await place.find("v1", "Pod", "fills"))?.status;
      return found?.phase === "Failed" && found;
    });
    assert.equal(status.reason, "Evicted");
    assert.match(status.message, /ephemeral local storage usage exceeds the total limit of containers 5Mi/);
  });

  test("a LimitRange fills in what a pod leaves out and refuses what is too much.", async () => {
    await using small = await openPlace("range");
    const cpu = { default: { cpu: "200m" }, defaultRequest: { cpu: "50m" }, max: { cpu: "500m" } };
    await small.make({
      ...{ apiVersion: "v1", kind: "LimitRange", metadata: { name: "range" } },
      spec: { limits: [{ type: "Container", ...cpu }] },
    });
    const created = async () => {
      await small.make(pod("plain"));
      return small.find("v1", "Pod", "plain");
    };
    // Admission learns of a new LimitRange by watching: a pod made in that moment may slip through.
    const filled = await small.eventually("the limits are filled in", async () => {
      const found = await created();
      if (found?.spec.containers[0].resources.limits) return found;
      await small.kubectl("delete", "pod", "plain", "--grace-period=0", "--force");
      return undefined;
    });
    assert.deepEqual(filled.spec.containers[0].resources, { limits: { cpu: "200m" }, requests: { cpu: "50m" } });
    const resources = { limits: { cpu: "1" } };
    await assert.rejects(
      small.make(pod("big", { container: { resources } })),
      /maximum cpu usage per Container is 500m/,
    );
  });

  test("a ResourceQuota refuses the pod that would exceed it, also a Deployment's.", async () => {
    await using small = await openPlace("quota");
    await small.make({
      ...{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "quota" } },
      spec: { hard: { pods: "1", "requests.cpu": "100m" } },
    });
    await small.eventually("the quota counts", async () => {
      return (await small.find("v1", "ResourceQuota", "quota"))?.status?.hard?.pods === "1";
    });
    const asking = (cpu: string) => ({ container: { resources: { requests: { cpu } } } });
    await assert.rejects(small.make(pod("unsaid")), /must specify requests\.cpu/);
    await assert.rejects(
      small.make(pod("much", asking("200m"))),
      /exceeded quota: quota, requested: requests\.cpu=200m/,
    );
    await small.make(workload("Deployment", "two", asking("10m"), { replicas: 2 }));
    const condition = await small.eventually("the Deployment says why it has too few", async () => {
      const found = (await small.find("apps/v1", "Deployment", "two"))?.status?.conditions ?? [];
      return (found as { type: string; message: string }[]).find(({ type }) => type === "ReplicaFailure");
    });
    assert.match(condition.message, /exceeded quota/);
    assert.equal((await small.pods("app=two")).length, 1);
  });
});
