import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked } from "./testing/looked.ts";

const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"shop"}}';

test("A declared operation is taken as that command with those documents.", async () => {
  const operation = await looked(undefined, { tool: "kubectl", operation: "apply", documents: { "p.json": pod } });
  assert.deepEqual([operation.class, operation.targets.map(brief)], ["mutate", ["apply Pod/p in shop"]]);
  assert.match(operation.unknown.join("\n"), /declared, not seen/);
});

test("A declaration is not believed where there is a command.", async () => {
  const operation = await looked("kubectl delete ns x", { tool: "kubectl", operation: "get" });
  assert.deepEqual([operation.class, operation.operation], ["destroy", "delete"]);
});

test("A declared look is a look, but never without a doubt.", async () => {
  const operation = await looked(undefined, { tool: "kubectl", operation: "get pods" });
  assert.equal(operation.class, "read");
  assert.equal(operation.unknown.length, 1);
});

test("A tool that nobody knows is unknown, and nothing at all is too.", async () => {
  assert.equal((await looked(undefined, { tool: "frob", operation: "list" })).class, "unknown");
  const nothing = await looked(undefined);
  assert.equal(nothing.class, "unknown");
  assert.match(nothing.unknown.join("\n"), /neither a command nor a tool/);
});

test("A pipeline is as serious as its most serious part, and names what that part touches.", async () => {
  const operation = await looked(
    "kubectl get pods -n a; kubectl scale deploy/web -n b --replicas=1; kubectl delete pod x -n c",
  );
  assert.deepEqual([operation.tool, operation.operation, operation.class], ["kubectl", "delete", "destroy"]);
  assert.deepEqual(operation.targets.map(brief), ["scale Deployment/web in b", "delete Pod/x in c"]);
  assert.deepEqual(operation.scopeHints.namespaces, ["a", "b", "c"]);
});

test("What certainly only looks has nothing unknown about it.", async () => {
  assert.deepEqual((await looked("cat gone.txt | head -3; kubectl get pods")).unknown, []);
});

test("Long and deep inputs end, and are not taken for harmless.", async () => {
  const hidden = "kubectl delete ns x";
  const inputs = [
    `${"true;".repeat(5_000)}${hidden}`,
    `${" ".repeat(3 * 1024 * 1024)}${hidden}`,
    `${"$(".repeat(5_000)}${hidden}${")".repeat(5_000)}`,
    `${"(".repeat(3_000)}${hidden}${")".repeat(3_000)}`,
    `f() { f; f; }; f; ${hidden}`,
    `${"for i in {1..60}; do ".repeat(6)} : ${"; done".repeat(6)}; ${hidden}`,
    `${"eval ".repeat(200)} ${hidden}`,
    `${"sudo ".repeat(2_000)} ${hidden}`,
    `X=a; ${"X=$X$X;".repeat(40)} ${hidden}`,
    `echo {1..100}{1..100}{1..100}; ${hidden}`,
  ];
  for (const input of inputs) {
    const { class: kind } = await looked(input);
    assert.ok(kind === "destroy" || kind === "unknown", `${input.slice(0, 40)}: ${kind}`);
  }
});
