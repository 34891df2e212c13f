import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fateOf, identityOf } from "./alive.ts";

const skip = existsSync("/proc/self/stat") ? false : "no /proc on this system";

test("A process is alive while it runs and dead afterwards.", { skip }, async () => {
  const child = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const identity = identityOf(child.pid);
  assert.ok(identity);
  assert.equal(fateOf(identity), "alive");
  child.stdin.end();
  await once(child, "exit");
  assert.equal(fateOf(identity), "dead");
});

test("A process with the same number that began at another time is another process.", { skip }, () => {
  const identity = identityOf();
  assert.ok(identity);
  assert.equal(fateOf(identity), "alive");
  assert.equal(fateOf({ ...identity, started: "1" }), "dead");
});

test("Of another machine, and of another container, nothing is known; an earlier boot of this one is over.", {
  skip,
}, () => {
  const identity = identityOf();
  assert.ok(identity);
  const [boot = "", namespace = "", machine = ""] = identity.boot.split("/");
  assert.equal(fateOf({ ...identity, boot: `${boot}/1/${machine}` }), "unknown");
  assert.equal(fateOf({ ...identity, boot: `other/${namespace}/elsewhere` }), "unknown");
  assert.equal(fateOf({ ...identity, boot: `other/${namespace}/` }), "unknown");
  if (machine !== "") assert.equal(fateOf({ ...identity, boot: `other/${namespace}/${machine}` }), "dead");
});
