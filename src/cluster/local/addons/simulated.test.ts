import assert from "node:assert/strict";
import { test } from "node:test";
import { readManifests } from "../../../kubernetes/index.ts";
import { kwokArguments, kwokConfiguration, simulatedNode } from "./index.ts";

test("a simulated node carries what the spec says and the annotation by which kwok finds it", () => {
  const node = simulatedNode({ name: "big", labels: { zone: "a" }, capacity: { cpu: "4", pods: 9 } });
  assert.equal(node.metadata.labels?.zone, "a");
  assert.equal(node.metadata.labels?.["kubernetes.io/hostname"], "big");
  assert.equal(node.status.capacity.cpu, "4");
  assert.equal(node.status.allocatable.pods, "9");
  const [selector] = kwokArguments({ kubeconfig: "k", configuration: "c", podRange: "10.0.0.1/24" }).filter(
    (argument) => argument.startsWith("--manage-nodes-with-annotation-selector="),
  );
  const [key = "", value] = selector?.split("=").slice(1) ?? [];
  assert.equal(node.metadata.annotations?.[key], value);
});

test("pods land on a simulated node only if they tolerate it, unless the spec says which taints it has", () => {
  assert.deepEqual(simulatedNode({ name: "a" }).spec.taints, [
    { key: "kwok.x-k8s.io/node", value: "fake", effect: "NoSchedule" },
  ]);
  assert.deepEqual(simulatedNode({ name: "a", taints: [] }).spec.taints, []);
});

test("kwok's configuration is a stream of stages with different names", () => {
  const stages = readManifests(kwokConfiguration(), "kwok configuration");
  assert.deepEqual(
    stages.map((stage) => [stage.apiVersion, stage.kind, stage.metadata.name, stage.spec.resourceRef.kind]),
    [
      ["kwok.x-k8s.io/v1alpha1", "Stage", "node-ready", "Node"],
      ["kwok.x-k8s.io/v1alpha1", "Stage", "pod-run", "Pod"],
      ["kwok.x-k8s.io/v1alpha1", "Stage", "pod-complete", "Pod"],
      ["kwok.x-k8s.io/v1alpha1", "Stage", "pod-delete", "Pod"],
    ],
  );
});
