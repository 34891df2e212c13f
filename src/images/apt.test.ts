import assert from "node:assert/strict";
import { test } from "node:test";
import { closure, parseIndex } from "./apt.ts";

test("a package comes with all it needs to run and nothing it needs only to be installed", async () => {
  const names = (await closure(["wget"], [])).map(({ name }) => name);
  for (const needed of ["wget", "libc6", "libgnutls30"]) assert.ok(names.includes(needed), needed);
  for (const useless of ["dpkg", "perl-base", "debconf"]) assert.ok(!names.includes(useless), useless);
});

test("what only an omitted package needs is left out with it", async () => {
  const names = (await closure(["bind9-dnsutils"], ["libxml2"])).map(({ name }) => name);
  assert.ok(names.includes("bind9-libs"));
  assert.ok(!names.includes("libxml2") && !names.includes("libicu72"));
});

test("a package that nobody has is an error that names it", async () => {
  await assert.rejects(closure(["no-such-package-anywhere"], []), {
    code: "PACKAGES",
    message: /no-such-package-anywhere/,
  });
});

test("a dependency that cannot be met is named", async () => {
  await assert.rejects(closure(["libc6-dev"], ["libc6"]), { code: "PACKAGES", message: /Depends: libc6 \(= / });
});

test("a package without a checksum in the index is refused", () => {
  assert.throws(() => parseIndex("Package: a\nVersion: 1\nSize: 3\n", ["a=1"]), { code: "PACKAGES", message: /a=1/ });
});
