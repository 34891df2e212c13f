import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Recorded } from "./model.ts";
import { withoutSecrets } from "./secrets.ts";

const password = "hunter2-hunter2";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const secret = (value: string): KubeObject => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "login", namespace: "shop", uid: "1" } },
  data: { password: base64(value), url: base64(`redis://:${value}@store:6379`) },
});
const recorded: Recorded = {
  ...{ from: 0, to: 9, samples: [], missing: [] },
  objects: [
    { time: 1, type: undefined, object: secret(password) },
    { time: 2, type: "MODIFIED", object: secret("another-password") },
    { time: 3, type: "MODIFIED", object: secret(password) },
    {
      ...{ time: 4, type: undefined },
      object: {
        ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "shop" } },
        data: { copied: `redis://:${password}@store:6379`, plain: "goods" },
      },
    },
  ],
  events: [
    { time: 5, type: "ADDED", object: { apiVersion: "v1", kind: "Event", metadata: { name: "e" }, message: password } },
  ],
  logs: [
    {
      ...{ time: "2026-01-02T03:04:05Z", namespace: "shop", pod: "cart", container: "main", service: "cart" },
      body: `login with ${password} refused`,
    },
  ],
  spans: [
    {
      ...{
        time: 6,
        trace: "t",
        span: "s",
        parent: undefined,
        service: "cart",
        namespace: "shop",
        pod: "cart",
        name: "n",
      },
      ...{
        kind: "client",
        duration: 1,
        isError: true,
        message: `auth ${password}`,
        attributes: { url: `x/${password}` },
      },
    },
  ],
};

test("A secret leaves objects, events, logs and spans alike; that it changed, and back, still shows.", () => {
  const clean = withoutSecrets(recorded);
  const text = JSON.stringify(clean);
  for (const value of [password, "another-password"]) {
    assert.ok(!text.includes(value));
    assert.ok(!text.includes(base64(value)));
  }
  const [first, second, third] = clean.objects.map(({ object }) => object.data.password);
  assert.match(first, /^\[secret [0-9a-f]{12}\]$/);
  assert.notEqual(first, second);
  assert.equal(first, third);
  assert.match(clean.logs[0]?.body ?? "", /^login with \[secret [0-9a-f]{12}\] refused$/);
});

test("What is no secret stays as it is, and each capture has a key of its own.", () => {
  const [one, other] = [withoutSecrets(recorded), withoutSecrets(recorded)];
  assert.equal(one.objects[3]?.object.data.plain, "goods");
  assert.notEqual(one.objects[0]?.object.data.password, other.objects[0]?.object.data.password);
});
