import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSpec } from "../spec.ts";
import { planCluster } from "./plan.ts";
import { bytesOf, millicoresOf } from "./quantity.ts";

test("each real node has an address and a range of pods of its own; simulated ones have neither", () => {
  const nodes = [{ name: "a" }, { name: "ghost", simulated: true }, { name: "b" }];
  const plan = planCluster({ ...defaultSpec("x"), nodes });
  assert.deepEqual(
    plan.nodes.map(({ name, address, podRange }) => [name, address, podRange]),
    [
      ["a", "172.30.0.11", "10.244.0.0/24"],
      ["b", "172.30.0.12", "10.244.1.0/24"],
    ],
  );
});

test("the ranges are the ones people know from kubeadm and from k3s", () => {
  assert.equal(planCluster(defaultSpec("x")).dnsAddress, "10.96.0.10");
  assert.equal(planCluster({ ...defaultSpec("x"), profile: "k3s" }).dnsAddress, "10.43.0.10");
});

test("quantities mean what they mean in Kubernetes, and nonsense is refused", () => {
  assert.deepEqual(["1Ki", "1k", "1.5Mi", "7"].map(bytesOf), [1024, 1000, 1572864, 7]);
  assert.deepEqual(["250m", "1.5", "2"].map(millicoresOf), [250, 1500, 2000]);
  for (const bad of ["", "1KB", "-1", "m", "1 Gi"]) assert.throws(() => bytesOf(bad), /expected a quantity/);
});
