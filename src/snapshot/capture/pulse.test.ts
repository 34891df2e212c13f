import assert from "node:assert/strict";
import { test } from "node:test";
import { Gaps } from "./gaps.ts";
import { Pulse } from "./pulse.ts";

const settled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test("A silence begins with the last that was heard, and is over with the next; a long one is the end.", async () => {
  const pulse = new Pulse(0, 20_000);
  pulse.heard(5_000);
  pulse.unheard("refused", 9_000);
  pulse.unheard("timed out", 24_000);
  assert.deepEqual(pulse.silence, { since: 5_000, reason: "refused" });
  assert.equal(await settled(pulse.lost), false);
  pulse.heard(24_500);
  assert.equal(pulse.silence, undefined);
  pulse.unheard("refused", 30_000);
  assert.equal(await settled(pulse.lost), false);
  pulse.unheard("refused", 44_500);
  assert.equal(await settled(pulse.lost), true);
});

test("What may not be listed is told by where: outside some namespaces, in one of them, or nowhere.", () => {
  const kind = (name: string, namespaced = true) => ({ base: "/api/v1", name: "any", kind: name, namespaced });
  const gaps = new Gaps();
  gaps.closed(kind("Pod"), { paths: ["/api/v1/namespaces/shop/pods"], closed: ["", "payroll"] });
  gaps.closed(kind("ConfigMap"), { paths: ["/api/v1/namespaces/shop/configmaps"], closed: [""] });
  gaps.closed(kind("Node", false), { paths: [], closed: [""] });
  gaps.closed(kind("Service"), { paths: ["/api/v1/services"], closed: [] });
  gaps.add("metrics API");
  gaps.add("metrics API");
  assert.deepEqual(gaps.lines(), [
    "metrics API",
    "no right to list at all: Node",
    "no right to list in payroll: Pod",
    "no right to list outside shop: ConfigMap, Pod",
  ]);
});
