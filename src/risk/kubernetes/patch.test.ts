import assert from "node:assert/strict";
import { test } from "node:test";
import { looked } from "../testing/looked.ts";

const patched = async (patch: unknown, type = "json") => {
  const { objects } = await looked([
    "kubectl",
    "patch",
    "deploy",
    "web",
    `--type=${type}`,
    "-p",
    JSON.stringify(patch),
  ]);
  assert.deepEqual([objects.length, objects[0]?.partial, objects[0]?.action], [1, true, "patch"]);
  return objects[0]?.value;
};

test("A merge patch is the part of the object that it says.", async () => {
  const value = await patched({ metadata: { labels: { a: "b" } }, spec: { replicas: 0, paused: null } }, "merge");
  assert.deepEqual(value, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", labels: { a: "b" } },
    spec: { replicas: 0, paused: null },
  });
});

test("A JSON patch is put where it goes; what it removes is null; an index is a list of one.", async () => {
  const value = await patched([
    { op: "test", path: "/spec/replicas", value: 3 },
    { op: "replace", path: "/spec/replicas", value: 0 },
    { op: "add", path: "/spec/template/spec/containers/2/securityContext", value: { privileged: true } },
    { op: "add", path: "/spec/template/spec/volumes/-", value: { hostPath: { path: "/" } } },
    { op: "remove", path: "/metadata/finalizers" },
    { op: "add", path: "/metadata/annotations/example.com~1note", value: "x" },
  ]);
  assert.deepEqual(value?.spec, {
    replicas: 0,
    template: {
      spec: { containers: [{ securityContext: { privileged: true } }], volumes: [{ hostPath: { path: "/" } }] },
    },
  });
  assert.deepEqual(value?.metadata, { name: "web", finalizers: null, annotations: { "example.com/note": "x" } });
});

test("A patch that reaches for the prototype changes nothing but itself.", async () => {
  await patched([{ op: "add", path: "/__proto__/polluted", value: true }]);
  await patched([{ op: "add", path: "/constructor/prototype/polluted", value: true }]);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("A patch in YAML is a patch, and one that is neither is said to be none.", async () => {
  const yaml = await looked(["kubectl", "patch", "ns", "x", "-p", "spec: {finalizers: []}"]);
  assert.deepEqual(yaml.objects[0]?.value.spec, { finalizers: [] });
  const broken = await looked(["kubectl", "patch", "ns", "x", "-p", "{[}"]);
  assert.match(broken.unknown.join("\n"), /^patch: /m);
});
