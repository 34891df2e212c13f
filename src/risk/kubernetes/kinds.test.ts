import assert from "node:assert/strict";
import { test } from "node:test";
import { isNamespaced, kindOfWord } from "./kinds.ts";

test("A kind is known by every name that kubectl takes.", () => {
  const names = {
    Deployment: ["deploy", "deployment", "deployments", "Deployments", "deployments.apps", "deployments.v1.apps"],
    NetworkPolicy: ["netpol", "networkpolicies"],
    Ingress: ["ing", "ingresses"],
    Endpoints: ["ep", "endpoints"],
    StorageClass: ["sc", "storageclasses"],
    PersistentVolumeClaim: ["pvc"],
    CustomResourceDefinition: ["crd", "crds"],
    Namespace: ["ns"],
    Application: ["app", "applications.argoproj.io"],
  };
  for (const [kind, words] of Object.entries(names))
    for (const word of words) assert.equal(kindOfWord(word).kind, kind, word);
});

test("A kind of another group is not mistaken for a built-in one.", () => {
  assert.deepEqual(kindOfWord("services.serving.knative.dev"), { kind: "services.serving.knative.dev" });
  assert.deepEqual(kindOfWord("widgets"), { kind: "widgets" });
  assert.equal(isNamespaced("Service", "serving.knative.dev/v1"), undefined);
});

test("Some kinds live in namespaces and some do not.", () => {
  assert.deepEqual(
    [isNamespaced("Pod", "v1"), isNamespaced("Node", "v1"), isNamespaced("Widget", "x/v1")],
    [true, false, undefined],
  );
  assert.equal(isNamespaced("Ingress", "networking.k8s.io/v1beta1"), true);
});
