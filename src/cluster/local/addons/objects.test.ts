import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject } from "../../../kubernetes/index.ts";
import { type Facts, objects } from "./index.ts";

const facts: Facts = {
  dnsAddress: "10.96.0.10",
  nodes: [
    { name: "one", address: "172.30.0.11" },
    { name: "two", address: "172.30.0.12" },
  ],
  provisioner: "example.com/volumes",
};

const names = (list: readonly KubeObject[], kind: string) =>
  list.filter((object) => object.kind === kind).map((object) => object.metadata.name);

function one(list: readonly KubeObject[], kind: string, name: string): KubeObject {
  const found = list.filter((object) => object.kind === kind && object.metadata.name === name);
  assert.equal(found.length, 1, `expected one ${kind} ${name}, found ${found.length}`);
  return found[0] as KubeObject;
}

const everything = {
  plain: objects("plain", ["metrics-server", "ingress"], facts),
  k3s: objects("k3s", [], facts),
};

test("a plain cluster without addons has DNS and a default storage class, and nothing else", () => {
  const list = objects("plain", [], facts);
  assert.deepEqual(names(list, "Deployment"), ["coredns"]);
  assert.deepEqual(names(list, "StorageClass"), ["standard"]);
  assert.deepEqual(names(list, "CustomResourceDefinition"), []);
});

test("each addon comes alone", () => {
  assert.deepEqual(names(objects("plain", ["metrics-server"], facts), "Deployment"), ["coredns", "metrics-server"]);
  assert.deepEqual(names(objects("plain", ["ingress"], facts), "Deployment"), ["coredns", "traefik"]);
});

test("the k3s profile has what k3s has under k3s's names, without being asked", () => {
  const list = everything.k3s;
  assert.deepEqual(names(list, "Deployment"), ["coredns", "metrics-server", "traefik"]);
  assert.deepEqual(names(list, "StorageClass"), ["local-path"]);
  const coredns = one(list, "Deployment", "coredns");
  assert.deepEqual(coredns.metadata.labels, { "k8s-app": "kube-dns", "kubernetes.io/name": "CoreDNS" });
  assert.equal(one(list, "Service", "traefik").spec.type, "LoadBalancer");
  assert.equal(
    one(list, "IngressClass", "traefik").metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"],
    "true",
  );
  assert.equal(
    one(list, "ConfigMap", "coredns").data.NodeHosts,
    "172.30.0.11 one\n172.30.0.12 two\n",
    "k3s makes the nodes' names known",
  );
});

test("DNS listens where the kubelets send their pods, and forwards to nobody", () => {
  const list = everything.plain;
  assert.equal(one(list, "Service", "kube-dns").spec.clusterIP, "10.96.0.10");
  assert.doesNotMatch(one(list, "ConfigMap", "coredns").data.Corefile, /forward/);
});

test("the storage class names the provisioner that watches for it", () => {
  assert.equal(one(everything.k3s, "StorageClass", "local-path").provisioner, "example.com/volumes");
});

for (const [profile, list] of Object.entries(everything)) {
  describe(`profile ${profile}`, () => {
    const deployments = list.filter((object) => object.kind === "Deployment");

    test("no object is there twice", () => {
      const keys = list.map(({ kind, metadata }) => `${kind}/${metadata.namespace ?? ""}/${metadata.name}`);
      assert.deepEqual(keys, [...new Set(keys)]);
    });

    test("every image has a version", () => {
      for (const { spec } of deployments)
        for (const { image } of spec.template.spec.containers) assert.match(image, /:v?\d+\.\d+\.\d+$/);
    });

    test("what a pod refers to comes before its Deployment", () => {
      for (const [index, object] of list.entries()) {
        if (object.kind !== "Deployment") continue;
        const before = list.slice(0, index);
        const { serviceAccountName, volumes } = object.spec.template.spec;
        one(before, "ServiceAccount", serviceAccountName);
        for (const { configMap } of volumes) {
          if (configMap === undefined || configMap.optional) continue;
          const { data } = one(before, "ConfigMap", configMap.name);
          for (const { key } of configMap.items) assert.ok(key in data, `${configMap.name} lacks ${key}`);
        }
      }
    });

    test("every Service finds the pods of a Deployment, at ports they have", () => {
      for (const { metadata, spec } of list.filter((object) => object.kind === "Service")) {
        const target = deployments.find(({ spec: { template } }) =>
          Object.entries(spec.selector).every(([key, value]) => template.metadata.labels[key] === value),
        );
        assert.ok(target, `no Deployment for Service ${metadata.name}`);
        const ports = target.spec.template.spec.containers[0].ports as { name: string; containerPort: number }[];
        for (const { targetPort } of spec.ports)
          assert.ok(
            ports.some((port) => port.name === targetPort || port.containerPort === targetPort),
            `Service ${metadata.name}: no port ${targetPort}`,
          );
      }
    });

    test("every binding binds an account that is there to a role that is there", () => {
      const builtIn = new Set(["system:auth-delegator", "extension-apiserver-authentication-reader"]);
      const accounts = new Set(names(list, "ServiceAccount"));
      for (const { metadata, roleRef, subjects } of list.filter((object) => object.kind.endsWith("RoleBinding"))) {
        assert.ok(builtIn.has(roleRef.name) || names(list, roleRef.kind).includes(roleRef.name), metadata.name);
        for (const { name } of subjects) assert.ok(accounts.has(name), metadata.name);
      }
    });

    test("no pod of the cluster's own can land on a node that only pretends to run it", () => {
      for (const { spec } of deployments) {
        const [term] =
          spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
        assert.deepEqual(term.matchExpressions, [{ key: "type", operator: "NotIn", values: ["kwok"] }]);
      }
    });
  });
}
