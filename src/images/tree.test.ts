import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical, Tree } from "./tree.ts";

const content = Buffer.from("x");

test("files of /bin and /lib land in /usr and the short names become links", () => {
  const tree = new Tree();
  tree.add({ kind: "file", path: "/bin/sh", content, mode: 0o755 });
  tree.add({ kind: "file", path: "./lib/x86_64-linux-gnu/libc.so.6", content });
  const paths = tree
    .entries()
    .map((entry) => (entry.kind === "symlink" ? `${entry.path} -> ${entry.target}` : entry.path));
  assert.deepEqual(paths, [
    "bin -> usr/bin",
    "lib -> usr/lib",
    "usr",
    "usr/bin",
    "usr/bin/sh",
    "usr/lib",
    "usr/lib/x86_64-linux-gnu",
    "usr/lib/x86_64-linux-gnu/libc.so.6",
  ]);
});

test("no path leaves the root", () => {
  for (const path of ["../../etc/passwd", "/../etc/passwd", "a/../../etc/passwd", "etc//passwd", "./etc/passwd/"]) {
    assert.equal(canonical(path), "etc/passwd");
  }
});

test("a dropped directory takes its content along", () => {
  const tree = new Tree();
  tree.add({ kind: "file", path: "/usr/share/doc/a/copyright", content });
  tree.drop((path) => path.startsWith("usr/share/doc"));
  assert.deepEqual(
    tree.entries().map(({ path }) => path),
    ["usr", "usr/share"],
  );
});

test("moving and owning what is not there is an error that names the path", () => {
  const tree = new Tree();
  assert.throws(() => tree.move("/usr/bin/wget", "/opt/wget"), { code: "BAD_RECIPE", message: /\/usr\/bin\/wget/ });
  assert.throws(() => tree.own("/data", 1, 1), { code: "BAD_RECIPE", message: /\/data/ });
});
