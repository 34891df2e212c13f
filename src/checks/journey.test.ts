import assert from "node:assert/strict";
import { test } from "node:test";
import type { Journey } from "../applications/index.ts";
import { endsAs, judge, type Objects } from "./index.ts";

const journey = (expect: Journey["expect"]): Journey => ({
  name: "somebody reads",
  from: { namespace: "clients", labels: { app: "client" } },
  url: "http://web/",
  method: "GET",
  expect,
});

test("A journey went well with its status and all of its texts, and not with some of them.", () => {
  const both = journey({ status: 200, contains: ["goods", "items"] });
  assert.equal(judge(both, { status: 200, body: "goods and items" }).ok, true);
  assert.deepEqual(judge(both, { status: 200, body: "goods" }), {
    ok: false,
    expected: '200 with "goods" with "items"',
    found: "200 goods",
  });
  assert.equal(judge(both, { status: 502, body: "goods and items" }).ok, false);
});

test("Nobody is blocked who gets an answer or a connection, whatever is spoken on it.", () => {
  const blocked = journey("blocked");
  const silent = { status: undefined, reason: "Connection timed out" };
  assert.equal(judge(blocked, silent).ok, true);
  assert.equal(judge(blocked, { ...silent, connected: false }).ok, true);
  assert.equal(judge(blocked, { status: 403, body: "" }).ok, false);
  assert.deepEqual(judge(blocked, { ...silent, connected: true }), {
    ok: false,
    expected: "no connection",
    found: "Connection timed out (connected)",
  });
});

test("A field ends as it should when it has the value, or is not there when it should not be.", () => {
  const node = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "node-1" },
    spec: { unschedulable: true },
    status: { runs: { "shop/web": 2 } },
  };
  const objects: Objects = new Map([["Node node-1", node]]);
  const ok = (path: string, value: unknown) => endsAs(objects, { object: "Node node-1", path, value }).ok;
  assert.equal(ok("spec.unschedulable", true), true);
  assert.equal(ok("spec.taints", undefined), true);
  assert.equal(ok("status.runs.shop/web", undefined), false);
  assert.equal(ok("status.runs.shop/web", 2), true);
});
