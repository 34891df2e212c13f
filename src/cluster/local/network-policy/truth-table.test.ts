import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { compile } from "./compile.ts";
import { meaningfulPolicies } from "./lab/arbitrary.ts";
import { type Lab, OUTSIDE, openLab, podRange, shapes } from "./lab/index.ts";
import { differences, labPods, NODES, tableOf, worldOf } from "./lab/world.ts";
import type { World } from "./model.ts";

const pods = labPods();
const addressOf = (namespace: string, name: string) =>
  pods.find((pod) => pod.namespace === namespace && pod.name === name)?.ips[0] ?? "";
let lab: Lab;

before(async () => {
  lab = await openLab(NODES, pods);
});
after(() => lab[Symbol.asyncDispose]());

async function enforce(world: World): Promise<void> {
  await Promise.all(NODES.map((name) => lab.apply(name, compile(world, { name, podRange: podRange(name) }))));
}

test("A leak would be seen: where nothing is denied, silence is expected in vain.", async () => {
  const world = worldOf(pods, []);
  await enforce(world);
  const cells = tableOf(world).map((cell) => ({ ...cell, expected: false }));
  assert.equal(differences(cells, await lab.probe(cells)).length, cells.length);
});

for (const { title, policies } of shapes(addressOf, OUTSIDE.ip)) {
  test(`Everybody reaches exactly whom the policies allow: ${title}.`, async () => {
    const world = worldOf(pods, policies);
    await enforce(world);
    const cells = tableOf(world);
    assert.deepEqual(differences(cells, await lab.probe(cells)), []);
  });
}

test("Everybody reaches exactly whom random policies allow.", async () => {
  const addresses = pods.flatMap(({ ips }) => ips);
  await fc.assert(
    fc.asyncProperty(meaningfulPolicies(addresses), async (policies) => {
      const world = worldOf(pods, policies);
      await enforce(world);
      const cells = tableOf(world);
      assert.deepEqual(differences(cells, await lab.probe(cells)), []);
    }),
    // Each run tries 450 connections. A counterexample is shown as found: shrinking would wait for many deadlines.
    { numRuns: 40, endOnFailure: true },
  );
});
