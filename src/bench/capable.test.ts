import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plan } from "../task/index.ts";
import { refuseIncapable } from "./capable.ts";

const cluster = {
  name: "borrowed",
  capabilities: new Set(["cluster-scope"] as const),
  missing: new Map([["metrics", "no metrics-server answers"]] as const),
};
const plan = (...needs: Plan["needs"]) => ({ needs }) as unknown as Plan;

test("A cluster that can all that a task needs is taken.", () => {
  assert.doesNotThrow(() => refuseIncapable(cluster, plan("cluster-scope")));
});

test("Everything that a cluster lacks for a task is named, with the reason where there is one.", () => {
  assert.throws(() => refuseIncapable(cluster, plan("metrics", "cluster-scope", "ingress")), {
    code: "NOT_CAPABLE",
    message: "cluster borrowed: the task needs metrics (no metrics-server answers), ingress (not offered)",
  });
});
