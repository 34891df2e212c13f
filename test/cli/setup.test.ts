import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");

/** A checkout of next to nothing with our set-up scripts, a cache of its own, and a Node that says it is of version 20. */
class Checkout implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "airworthy-checkout-"));
  readonly cache = join(this.folder, "cache");

  constructor() {
    for (const name of ["setup.sh", "node24.sh"])
      cpSync(join(root, "scripts", name), join(this.folder, "scripts", name));
    this.write("bin/airworthy.cjs", "");
    this.write("dependency/package.json", '{ "name": "dependency", "version": "1.0.0" }');
    this.write("package.json", '{ "name": "checkout", "dependencies": { "dependency": "file:dependency" } }');
    this.write(
      "old/node",
      `#!/bin/sh\n[ "$1" = --version ] && echo v20.0.0 && exit\nexec '${process.execPath}' "$@"\n`,
    );
    chmodSync(join(this.folder, "old", "node"), 0o755);
    const made = this.run("npm", ["install", "--package-lock-only", "--no-audit"]);
    assert.equal(made.status, 0, made.stderr);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  run(command: string, args: readonly string[], node: "old" | "new" = "new") {
    const first = node === "old" ? join(this.folder, "old") : dirname(process.execPath);
    const env = { ...process.env, XDG_CACHE_HOME: this.cache, PATH: `${first}:${process.env.PATH}` };
    return spawnSync(command, args, { cwd: this.folder, env, encoding: "utf8" });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

const report = ["-c", 'node --version; echo "arguments: $*"', "sh", "one", "two words"];

test("set-up installs the npm packages once, then becomes the command", () => {
  using checkout = new Checkout();
  const first = checkout.run("sh", ["scripts/setup.sh", "sh", ...report]);
  assert.equal(first.status, 0, first.stderr);
  assert.equal(first.stdout, `${process.version}\narguments: one two words\n`);
  assert.match(first.stderr, /npm packages: done/);
  const second = checkout.run("sh", ["scripts/setup.sh", "sh", "-c", "exit 7"]);
  assert.deepEqual([second.status, second.stderr], [7, ""]);
});

const reasons = {
  "an install was interrupted": (checkout: Checkout) =>
    rmSync(join(checkout.folder, "node_modules/.package-lock.json")),
  "node_modules is gone": (checkout: Checkout) => rmSync(join(checkout.folder, "node_modules"), { recursive: true }),
  "package-lock.json is another": (checkout: Checkout) => {
    const text = readFileSync(join(checkout.folder, "package-lock.json"), "utf8");
    checkout.write("package-lock.json", `${text}\n`);
  },
};
for (const [reason, harm] of Object.entries(reasons)) {
  test(`set-up installs the npm packages again when ${reason}`, () => {
    using checkout = new Checkout();
    checkout.run("sh", ["scripts/setup.sh", "true"]);
    harm(checkout);
    const again = checkout.run("sh", ["scripts/setup.sh", "true"]);
    assert.equal(again.status, 0, again.stderr);
    assert.match(again.stderr, /npm packages: done/);
    assert.ok(existsSync(join(checkout.folder, "node_modules/dependency/package.json")));
    assert.equal(checkout.run("sh", ["scripts/setup.sh", "true"]).stderr, "");
  });
}

test("a failing npm is reported with what to do, and the command does not run", () => {
  using checkout = new Checkout();
  checkout.write("package.json", '{ "name": "checkout", "dependencies": { "dependency": "file:elsewhere" } }');
  const exit = checkout.run("sh", ["scripts/setup.sh", "echo", "ran"]);
  assert.deepEqual([exit.status, exit.stdout], [1, ""]);
  assert.match(exit.stderr, /error: npm ci failed in .*\nhint: /);
});

test("where Node is old, a new one is fetched from npm once and is first on PATH", () => {
  using checkout = new Checkout();
  const first = checkout.run("sh", ["scripts/setup.sh", "sh", ...report], "old");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /Node 24 is needed, found 20: fetching/);
  assert.match(first.stdout, /^v2[4-9]\./);
  const again = checkout.run("sh", ["scripts/setup.sh", "sh", ...report], "old");
  assert.deepEqual([again.stdout, again.stderr], [first.stdout, ""]);
});

test("a Node whose checksum is not the pinned one is refused and leaves nothing behind", () => {
  using checkout = new Checkout();
  const script = readFileSync(join(checkout.folder, "scripts/node24.sh"), "utf8");
  checkout.write("scripts/node24.sh", script.replaceAll(/digest=[0-9a-f]{8}/g, "digest=00000000"));
  const exit = checkout.run("sh", ["scripts/setup.sh", "echo", "ran"], "old");
  assert.deepEqual([exit.status, exit.stdout], [1, ""]);
  assert.match(exit.stderr, /error: \S+ \S+: expected sha512 00000000/);
  assert.deepEqual(readdirSync(join(checkout.cache, "airworthy", "node")), []);
});
