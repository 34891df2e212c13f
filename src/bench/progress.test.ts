import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "../audit/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { underway } from "./progress.ts";

const now = Date.UTC(2026, 0, 1);
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const wrote = (resource: string, seconds: number, allowed = true, ...paths: readonly string[]) => {
  const changed = paths.map((path) => ({ path, from: undefined, to: undefined }));
  return { resource, name: "x", time: ago(seconds), allowed, changed } as unknown as Write;
};

function pod(container: object | undefined, more: object = {}): KubeObject {
  const status = { phase: "Running", containerStatuses: container ? [container] : [] };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { nodeName: "n" }, status, ...more };
}
const crashed = (seconds: number) =>
  pod({
    state: { waiting: { reason: "CrashLoopBackOff" } },
    lastState: { terminated: { finishedAt: ago(seconds) } },
  });
const running = (seconds: number, ready: boolean) => pod({ ready, state: { running: { startedAt: ago(seconds) } } });
const waiting = (reason: string) => pod({ state: { waiting: { reason } } });
const unscheduled = (conditions: object[]) => pod(undefined, { spec: {}, status: { phase: "Pending", conditions } });
const workload = (observedGeneration: number): KubeObject => ({
  ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d", generation: 2 } },
  status: { observedGeneration },
});

for (const [what, expected, pods, writes] of [
  ["a pod that is ready", false, [running(5, true)], []],
  ["a pod that has just begun", true, [running(5, false)], []],
  ["a pod that has not become ready for long", false, [running(60, false)], []],
  ["a pod without containers yet", true, [pod(undefined)], []],
  ["a pod whose container is made", true, [waiting("ContainerCreating")], []],
  ["a pod that ends", true, [pod(undefined, { metadata: { name: "p", deletionTimestamp: ago(1) } })], []],
  ["a pod that crashed before the last write", true, [crashed(9)], [wrote("services", 5)]],
  ["a pod that crashed since the last write", false, [crashed(3)], [wrote("services", 5)]],
  ["a pod that crashed before a write which was refused", false, [crashed(9)], [wrote("services", 5, false)]],
  ["a pod without its image, long after the last write", false, [waiting("ImagePullBackOff")], [wrote("pods", 30)]],
  ["a pod without its image, just after the last write", true, [waiting("ErrImagePull")], [wrote("pods", 3)]],
  ["a pod that fits nowhere", false, [unscheduled([{ type: "PodScheduled" }])], [wrote("pods", 30)]],
  ["a pod that nobody has looked at", true, [unscheduled([])], [wrote("pods", 30)]],
  ["a pod that is done", false, [pod(undefined, { status: { phase: "Succeeded" } })], []],
  ["a ConfigMap that was changed", true, [], [wrote("configmaps", 3)]],
  ["a ConfigMap that was changed long ago", false, [], [wrote("configmaps", 50)]],
  ["a Service that answers with another name", true, [], [wrote("services", 35, true, "spec.externalName")]],
  ["a Service whose selector was changed", false, [], [wrote("services", 3, true, "spec.selector.app")]],
] as const) {
  test(`With ${what}, ${expected ? "something" : "nothing"} is underway.`, () => {
    assert.equal(underway({}, pods, writes, now).length > 0, expected);
  });
}

test("A workload is underway until its controller has seen its newest version.", () => {
  assert.deepEqual(underway({ d: workload(1) }, [], [], now), [
    "Deployment d has not been looked at by its controller",
  ]);
  assert.deepEqual(underway({ d: workload(2) }, [], [], now), []);
});
