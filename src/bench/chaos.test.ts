import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "../audit/index.ts";
import type { Chaos } from "../task/index.ts";
import { due } from "./chaos.ts";

const later: Chaos = { name: "later", when: { after: 5 }, changes: [] };
const onScale: Chaos = {
  name: "on scale",
  when: { write: { verb: "*", resource: "deployments*", name: "web" } },
  changes: [],
};

function event(more: Partial<AuditEvent> & { code?: number } = {}): AuditEvent {
  return {
    ...{ auditID: "1", stage: "ResponseComplete", requestURI: "/", verb: "patch", user: { username: "agent" } },
    ...{ requestReceivedTimestamp: "2026-01-01T00:00:00Z", responseStatus: { code: more.code ?? 200 } },
    objectRef: { resource: "deployments", subresource: "scale", name: "web", namespace: "shop", apiGroup: "apps" },
    ...more,
  };
}
const names = (...given: Parameters<typeof due>) => due(...given).map(({ name }) => name);

test("What waits for a time is due from then on, and only if it has not happened yet.", () => {
  assert.deepEqual(names([later], "agent", 4.9, []), []);
  assert.deepEqual(names([later], "agent", 5, []), ["later"]);
  assert.deepEqual(names([], "agent", 5, []), []);
});

test("What waits for a write is due when the agent has written, whatever the time.", () => {
  assert.deepEqual(names([onScale, later], "agent", -1, [event()]), ["on scale"]);
});

for (const [what, other] of [
  ["somebody else's write", { user: { username: "someone" } }],
  ["a look", { verb: "get" }],
  ["a write that was only tried", { requestURI: "/apis/apps/v1/namespaces/shop/deployments/web/scale?dryRun=All" }],
  ["a write that was refused", { code: 403 }],
  ["a write that is not over", { stage: "RequestReceived" }],
  ["a write to something else", { objectRef: { resource: "deployments", name: "webs" } }],
  ["a write to another resource", { objectRef: { resource: "services", name: "web" } }],
] as const) {
  test(`Nothing is due after ${what}.`, () => {
    assert.deepEqual(names([onScale], "agent", 0, [event(other)]), []);
  });
}
