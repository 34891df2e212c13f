import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ending, endsAs } from "./fields.ts";

const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reading", namespace: "home" },
  rules: [{ verbs: ["get"], resources: ["configmaps"] }],
};
const object = "rbac.authorization.k8s.io/Role home/reading";
const ended = (ending: Ending) => endsAs(new Map([[object, role]]), ending);

test("A field ends with a value, in whatever order its own fields come.", () => {
  const rules = (verb: string) => [{ resources: ["configmaps"], verbs: [verb] }];
  assert.equal(ended({ object, path: "rules", value: rules("get") }).ok, true);
  assert.equal(ended({ object, path: "rules", value: rules("list") }).ok, false);
});

test("A field ends without a text, which it must be there for.", () => {
  assert.equal(ended({ object, path: "rules", without: '"*"' }).ok, true);
  assert.equal(ended({ object, path: "rules", without: '"get"' }).ok, false);
  assert.equal(ended({ object, path: "nothing", without: '"*"' }).ok, false);
  assert.equal(ended({ object: "Role home/other", path: "rules", without: '"*"' }).ok, false);
});

test("What was expected and what was found stand side by side.", () => {
  const { expected, found } = ended({ object, path: "metadata.name", value: "writing" });
  assert.deepEqual([expected, found], ['"writing"', '"reading"']);
});
