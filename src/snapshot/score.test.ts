import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readAnswer } from "./answer.ts";
import { score } from "./score.ts";
import { readTruth } from "./truth/index.ts";

/** A flood of requests: the generator is the cause; its author also counts the service in front as that cause. */
const flood = readTruth(
  `
metadata: { version: v1 }
groups:
  - { id: load-generator-pod-1, kind: Pod, namespace: shop, filter: ['load-generator-.*'], root_cause: true }
  - { id: frontend-proxy-service-1, kind: Service, namespace: shop, filter: ['frontend-proxy\\b'] }
  - { id: frontend-proxy-pod-1, kind: Pod, namespace: shop, filter: ['frontend-proxy-.*'] }
  - { id: frontend-service-1, kind: Service, namespace: shop, filter: ['frontend\\b'] }
aliases:
  - [frontend-proxy-service-1, load-generator-pod-1]
propagations:
  - { source: load-generator-pod-1, target: frontend-proxy-pod-1, condition: c, effect: e }
  - { source: frontend-proxy-pod-1, target: frontend-service-1, condition: c, effect: e }
`,
  "flood.yaml",
);

/** A quota and a flag at once, within the wrapper. */
const two = readTruth(
  `
apiVersion: itbench.io/v1
kind: GroundTruth
spec:
  groups:
    - { id: flags, kind: ConfigMap, namespace: shop, name: flagd-config, root_cause: true }
    - { id: quota, kind: ResourceQuota, namespace: shop, filter: ['*.*'], root_cause: true }
    - { id: cart, kind: Deployment, namespace: shop, filter: ['cart\\b', 'cart-.*'] }
`,
  "two.yaml",
);

const answer = (...names: readonly string[]) =>
  readAnswer(JSON.stringify({ contributing_factors: names.map((name) => ({ name, reasoning: "r", evidence: "e" })) }));

const pod = "shop/Pod/load-generator-6d5f8c7b9-x2x4z";
const flags = "shop/ConfigMap/flagd-config";
const quota = "shop/ResourceQuota/limit.memory";

for (const [what, truth, names, expected] of [
  ["the root cause alone", flood, [pod], 1],
  ["the root cause and one more", flood, [pod, "shop/Service/frontend"], 1 / 2],
  ["the root cause and two more", flood, [pod, "shop/Service/frontend", "shop/Service/ad"], 1 / 3],
  ["something else", flood, ["shop/Service/frontend"], 0],
  ["nothing", flood, [], 0],
  ["the workload of the pod that is the root cause", flood, ["shop/Deployment/load-generator"], 1],
  ["an alias of another kind", flood, ["shop/Service/frontend-proxy"], 1],
  ["the workload behind that alias, which is none", flood, ["shop/Deployment/frontend-proxy"], 0],
  ["the right name in another namespace", flood, ["other/Deployment/load-generator"], 0],
  ["the root cause three times", flood, [pod, pod, "shop/Deployment/load-generator"], 1],
  ["the root cause twice and a mistake", flood, [pod, "shop/Deployment/load-generator", "shop/Service/ad"], 1 / 2],
  ["one of two root causes", two, [flags], 0],
  ["both root causes, in either order", two, [quota, flags], 1],
  ["both and a symptom", two, [flags, quota, "shop/Deployment/cart"], 2 / 3],
] as const) {
  test(`Naming ${what} scores ${expected.toFixed(2)}.`, () => {
    assert.equal(score(answer(...names), truth).score, expected);
  });
}

test("A score says what it is made of, what was missed, and why each name was taken for what.", () => {
  const result = score(answer(flags, "shop/Pod/cart-7c9f8d6b5-k8x2m"), two);
  assert.deepEqual(
    [result.formula, result.normalisation, result.truth, result.precision, result.recall, result.f1, result.exact],
    ["precision-at-full-recall/1", "airworthy/2", "v1", 0.5, 0.5, 0.5, false],
  );
  assert.deepEqual(result.missing, ["quota"]);
  assert.deepEqual(
    result.named.map(({ is, trail }) => [is, trail[0]]),
    [
      ["cause", "shop/ConfigMap/flagd-config is flags: same name, same kind"],
      ["wrong", "shop/Pod/cart-7c9f8d6b5-k8x2m is cart: the name fits cart-.*, Pod and Deployment are one workload"],
    ],
  );
  assert.deepEqual(result.first.slice(0, 2), [
    { k: 1, precision: 1, recall: 0.5 },
    { k: 2, precision: 0.5, recall: 0.5 },
  ]);
});

test("Proximity halves with every step away from the cause, and is nothing off the way.", () => {
  assert.equal(score(answer(pod), flood).proximity, 1);
  assert.equal(score(answer("shop/Pod/frontend-proxy-abc12"), flood).proximity, 1 / 2);
  assert.equal(score(answer("shop/Service/frontend"), flood).proximity, 1 / 3);
  assert.equal(score(answer("shop/Service/frontend", "shop/Service/ad"), flood).proximity, 1 / 6);
});

test("The chain is compared as told, where one is told.", () => {
  const chain = (...steps: readonly (readonly [string, string])[]) =>
    score(
      readAnswer(
        JSON.stringify({ root_causes: [], propagations: steps.map(([source, target]) => ({ source, target })) }),
      ),
      flood,
    ).chain;
  const frontend = "shop/Service/frontend";
  assert.equal(chain([pod, "shop/Deployment/frontend-proxy"], ["shop/Deployment/frontend-proxy", frontend]), 1);
  assert.equal(chain([pod, frontend]), 4 / 5);
  assert.equal(chain([frontend, pod]), 2 / 5);
  assert.equal(score(answer(pod), flood).chain, undefined);
});

const anyName = fc.constantFrom<string[]>(
  pod,
  "shop/Deployment/load-generator",
  "shop/Service/frontend-proxy",
  "shop/Service/frontend",
  "shop/Service/ad",
  "cluster/Node/node-1",
  flags,
  quota,
);
const anyNames = fc.array(anyName, { maxLength: 8 });

test("Adding a wrong name never raises a score.", () => {
  fc.assert(
    fc.property(fc.constantFrom(flood, two), anyNames, fc.nat(8), (truth, names, at) => {
      const more = names.toSpliced(at, 0, "shop/Service/nobody-knows-it");
      assert.ok(score(answer(...more), truth).score <= score(answer(...names), truth).score);
    }),
  );
});

test("The order of the names never matters, nor does saying one again.", () => {
  fc.assert(
    fc.property(fc.constantFrom(flood, two), anyNames, fc.nat(8), (truth, names, at) => {
      const { score: before } = score(answer(...names), truth);
      assert.equal(score(answer(...names.toReversed()), truth).score, before);
      const again = names[at % Math.max(1, names.length)];
      if (again !== undefined) assert.equal(score(answer(...names, again), truth).score, before);
    }),
  );
});

test("An ending counts as added where names are made; what people name, and what is numbered, is what it is.", () => {
  const truth = readTruth(
    `
metadata: { version: v1 }
groups:
  - { id: node, kind: Node, name: node-2, root_cause: true }
  - { id: queue, kind: Pod, namespace: shop, name: queue-0 }
  - { id: cart, kind: Deployment, namespace: shop, name: cart }
  - { id: settings, kind: ConfigMap, namespace: shop, name: settings-1 }
`,
    "names.yaml",
  );
  const taken = (name: string) => score(answer(name), truth).named[0]?.trail[0];
  assert.equal(score(answer("cluster/Node/node-2"), truth).score, 1);
  assert.equal(score(answer("cluster/Node/node-1"), truth).score, 0);
  assert.match(taken("cluster/Node/node-1") ?? "", /fits no group$/);
  assert.match(taken("shop/Pod/queue-1") ?? "", /fits no group$/);
  assert.match(taken("shop/StatefulSet/queue") ?? "", /is queue: same name but for the ending/);
  assert.match(taken("shop/Pod/cart-7996cb9f56-x9b57") ?? "", /is cart: same name but for the ending/);
  assert.match(taken("shop/ConfigMap/settings-2") ?? "", /fits no group$/);
});
