import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bash, type Scene, setScene, skip } from "./scene.ts";

describe("In a sandbox nobody can", { skip }, () => {
  let scene: Scene;
  const sandboxes: Sandbox[] = [];
  before(async () => {
    scene = await setScene();
    sandboxes.push(await scene.open(), await scene.open({ user: "root" }));
  });
  after(async () => {
    for (const each of sandboxes) await each[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });

  /** Each must fail, for the agent and for who is root in there. */
  const attempts: Record<string, string> = {
    "set the clock": "date -s 2001-01-01",
    "become a user of another kind": "unshare --user --map-root-user id",
    "mount something": "mount -t tmpfs x /mnt",
    "leave its root": "chroot /proc/1/root /bin/true",
    "change the network": "ip address add 10.9.9.9/32 dev lo",
    "load packet rules": "ip link add veth0 type veth",
    "make a device": "mknod /tmp/disk b 254 0",
    "write to the system": "touch /usr/bin/kubectl2 || echo x >> /etc/hosts",
    "change a program": "echo x > /usr/bin/jq",
    "remove a program": "rm /usr/bin/jq",
    "change settings of the kernel": "echo 1 > /proc/sys/kernel/sysrq",
    "restart the machine": "echo b > /proc/sysrq-trigger",
    "read the kernel's messages": "dmesg",
    "trace its first process": "cat /proc/1/mem",
    "raise its own limits": "ulimit -n 100000",
    "enter its first process's namespaces": "nsenter --target 1 --all true",
    "allow itself user namespaces": "echo 9 > /proc/sys/user/max_user_namespaces && unshare --user true",
    "move to another control group": "mkdir -p /tmp/cg && mount -t cgroup2 none /tmp/cg",
    "keep a program with the rights of root":
      "cp /usr/bin/id /tmp/id && chown 0 /tmp/id && chmod 4755 /tmp/id && [ $(id -u) != 0 ]",
  };
  for (const [what, script] of Object.entries(attempts)) {
    test(`${what}.`, async () => {
      for (const sandbox of sandboxes) {
        const { code, stdout } = await bash(sandbox, script);
        assert.notEqual(code, 0, stdout);
      }
    });
  }

  test("do any of this because rights are left: an agent has none, root only those over its own files.", async () => {
    const [agent, root] = await Promise.all(
      sandboxes.map((each) => bash(each, "grep -E 'Cap(Eff|Bnd)|NoNew' /proc/self/status")),
    );
    assert.equal(agent?.stdout, "CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n");
    assert.equal(root?.stdout, "CapEff:\t00000000000000eb\nCapBnd:\t00000000000000eb\nNoNewPrivs:\t1\n");
  });
});
