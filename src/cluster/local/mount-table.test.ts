import assert from "node:assert/strict";
import { test } from "node:test";
import { mountTable } from "./mount-table.ts";

const rows = (binds: Parameters<typeof mountTable>[0]["binds"], root = "/m") =>
  mountTable({ root, tools: "/tools", binds, settings: ["vm/panic_on_oom"] })
    .trim()
    .split("\n")
    .map((row) => row.split(" "));

test("the root comes first, and every other mount lies below it", () => {
  const [first, ...rest] = rows([]);
  assert.deepEqual(first?.slice(0, 2), ["/m", "/m"]);
  for (const [, target] of rest) assert.match(target ?? "", /^\/m\//);
});

test("what comes from the host is read-only unless it says otherwise", () => {
  const table = rows([
    { source: "/h/keys", target: "/etc/keys", mode: "ro" },
    { source: "/h/log", target: "/var/log/audit", mode: "rw" },
    { source: "/h/store", target: "/var/store", mode: "copy" },
  ]);
  const options = (target: string) => table.find(([, at]) => at === target)?.[3];
  assert.equal(options("/m/usr"), "bind,ro");
  assert.equal(options("/m/opt/airworthy/bin"), "bind,ro");
  assert.equal(options("/m/etc/keys"), "bind,ro");
  assert.equal(options("/m/var/log/audit"), "bind");
  assert.match(options("/m/var/store") ?? "", /^lowerdir=\/h\/store,upperdir=\/m\/var\/store\.own,/);
});

test("kernel settings are covered after proc is there", () => {
  const targets = rows([]).map(([, target]) => target);
  assert.ok(targets.indexOf("/m/proc") < targets.indexOf("/m/proc/sys/vm/panic_on_oom"));
});

test("white space in a path does not end a field", () => {
  const table = rows([{ source: "/h/a b", target: "/x", mode: "ro" }]);
  assert.ok(table.every((row) => row.length === 6));
  assert.ok(table.some(([source]) => source === "/h/a\\040b"));
});
