import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { News } from "../process/index.ts";
import { ensurePackages, type Machine, missingPackages, systemPackages } from "./packages.ts";

/** A machine with every package but some, whose package manager is a script. */
class FakeMachine implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "airworthy-machine-"));
  readonly bin = join(this.root, "bin");

  constructor(without: readonly string[]) {
    mkdirSync(this.bin);
    for (const item of systemPackages.filter(({ debian }) => !without.includes(debian))) this.install(item.debian);
  }

  install(debian: string): void {
    const item = systemPackages.find((candidate) => candidate.debian === debian);
    for (const program of item?.programs ?? []) this.script(program, "exit 0");
    for (const file of item?.files ?? []) {
      mkdirSync(join(this.root, file, ".."), { recursive: true });
      writeFileSync(join(this.root, file), "");
    }
  }

  script(name: string, body: string): string {
    const file = join(this.bin, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  as(options: { isRoot: boolean; apt?: string }): Machine {
    const env = { ...process.env, PATH: this.bin };
    return { env, filesBelow: this.root, isRoot: options.isRoot, apt: options.apt };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true });
  }
}

const nobody = () => {};
const cache = mkdtempSync(join(tmpdir(), "airworthy-cache-"));
process.env.XDG_CACHE_HOME = cache;
after(() => rmSync(cache, { recursive: true }));

test("every package says why it is needed and how it is recognised", () => {
  for (const item of systemPackages) {
    assert.ok(item.reason.length > 10, item.debian);
    assert.ok(item.programs.length + (item.files?.length ?? 0) > 0, item.debian);
  }
});

test("a machine with everything needs nothing, root or not", async () => {
  using machine = new FakeMachine([]);
  assert.deepEqual(missingPackages(machine.as({ isRoot: false })), []);
  assert.deepEqual(await ensurePackages({ report: nobody }, machine.as({ isRoot: false })), []);
});

test("without root the missing packages are named with the command to type", async () => {
  using machine = new FakeMachine(["crun", "ca-certificates"]);
  await assert.rejects(ensurePackages({ report: nobody }, machine.as({ isRoot: false, apt: "/usr/bin/apt-get" })), {
    code: "PACKAGES_MISSING",
    message: "system packages: not installed, and we are not root: crun, ca-certificates",
    hint: "run: sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends crun ca-certificates'",
  });
});

test("where there is no apt-get the missing programs and files are named", async () => {
  using machine = new FakeMachine(["nftables", "containernetworking-plugins"]);
  await assert.rejects(ensurePackages({ report: nobody }, machine.as({ isRoot: true })), {
    code: "PACKAGES_MISSING",
    message: "system packages: expected these on the machine, found none: /usr/lib/cni/bridge, nft",
  });
});

test("as root the missing packages are installed, with progress, after one update of the lists", async () => {
  using machine = new FakeMachine(["socat"]);
  const calls = join(machine.root, "calls");
  const apt = machine.script(
    "apt-get",
    `PATH=/usr/bin:/bin; echo "$3 $DEBIAN_FRONTEND" >> '${calls}'; [ "$3" = update ] && exit 0
echo "0 upgraded, 1 newly installed, 0 to remove"; echo "Get:1 http://example.org socat [1 kB]"
printf '#!/bin/sh\\n' > '${machine.bin}/socat'; chmod +x '${machine.bin}/socat'; echo "Setting up socat (1.0) ..."`,
  );
  const news: News[] = [];
  const done = await ensurePackages({ report: (item) => news.push(item) }, machine.as({ isRoot: true, apt }));
  assert.deepEqual(done, ["socat"]);
  const log = execFileSync("cat", [calls], { encoding: "utf8" });
  assert.equal(log, "update noninteractive\ninstall noninteractive\n");
  assert.ok(news.some((item) => item.done === 1 && item.total === 1));
});

test("a failing package manager is shown with its last words, the log and the command", async () => {
  using machine = new FakeMachine(["socat"]);
  const apt = machine.script("apt-get", 'echo "E: Unable to locate package socat" >&2; exit 100');
  await assert.rejects(ensurePackages({ report: nobody }, machine.as({ isRoot: true, apt })), (error: Error) => {
    assert.match(error.message, /apt-get update: exit code 100\nE: Unable to locate package socat/);
    assert.match(String((error as { hint?: string }).hint), /the whole log: .*packages-.*; to try by hand: apt-get/);
    return true;
  });
});

test("packages that are still not there after the installation are named", async () => {
  using machine = new FakeMachine(["socat"]);
  const apt = machine.script("apt-get", "exit 0");
  await assert.rejects(ensurePackages({ report: nobody }, machine.as({ isRoot: true, apt })), {
    message: "system packages: installed, but still not found: socat",
  });
});
