import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../kubernetes/index.ts";
import { keyOf, type Objects } from "./objects.ts";
import { noSecretCopied } from "./secrets.ts";

const password = "hunter2-hunter2";
const encoded = Buffer.from(password).toString("base64");

const make = (kind: string, name: string, fields: object): KubeObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace: "shop" },
  ...fields,
});
const stock = (...objects: KubeObject[]): Objects => new Map(objects.map((object) => [keyOf(object), object]));
const login = make("Secret", "login", { data: { password: encoded, short: Buffer.from("on").toString("base64") } });

for (const [where, object] of [
  ["a ConfigMap", make("ConfigMap", "settings", { data: { url: `redis://:${password}@cache` } })],
  ["a ConfigMap, encoded", make("ConfigMap", "settings", { binaryData: { p: encoded } })],
  [
    "a workload's environment",
    make("Deployment", "web", { spec: { containers: [{ env: [{ name: "P", value: password }] }] } }),
  ],
  [
    "an annotation",
    { ...make("Service", "web", {}), metadata: { name: "web", namespace: "shop", annotations: { p: password } } },
  ],
] as const) {
  test(`A secret value in ${where} is a copy.`, () => {
    const { ok, found } = noSecretCopied(stock(login), stock(login, object));
    assert.deepEqual([ok, found], [false, `a value of Secret shop/login in ${keyOf(object)}`]);
  });

  test(`A secret value in ${where} is none if it stood there before.`, () => {
    assert.equal(noSecretCopied(stock(login, object), stock(login, object)).ok, true);
  });
}

test("Neither another Secret nor a word of a few letters is a copy.", () => {
  const other = make("Secret", "other", { data: { password: encoded } });
  const settings = make("ConfigMap", "settings", { data: { debug: "on" } });
  assert.equal(noSecretCopied(stock(login), stock(login, other, settings)).ok, true);
});

test("A secret that was changed meanwhile is looked for in both its values.", () => {
  const rotated = make("Secret", "login", { data: { password: Buffer.from("a-new-password").toString("base64") } });
  const settings = make("ConfigMap", "settings", { data: { old: password, new: "a-new-password" } });
  assert.equal(noSecretCopied(stock(login), stock(rotated, settings)).ok, false);
  assert.equal(
    noSecretCopied(stock(login), stock(rotated, make("ConfigMap", "x", { data: { old: password } }))).ok,
    false,
  );
});
