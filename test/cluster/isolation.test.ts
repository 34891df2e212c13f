import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type Cluster, defaultSpec, localProvider } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { idle, images, pod } from "./drafts.ts";
import { state } from "./leftovers.ts";
import { type Place, placeIn } from "./place.ts";

const quiet = { report: () => {}, signal: new AbortController().signal };
const secret = `only-in-the-first-${process.pid}`;

type Room = Omit<Place, typeof Symbol.asyncDispose>;

/** A pod with every right a pod can have on its node. */
const almighty = {
  image: images.toolbox,
  run: idle,
  container: { securityContext: { privileged: true }, volumeMounts: [{ name: "node", mountPath: "/node" }] },
  spec: { hostPID: true, hostNetwork: true, hostIPC: true, volumes: [{ name: "node", hostPath: { path: "/" } }] },
} as const;

describe("Two clusters on one host", () => {
  let clusters: Cluster[];
  let first: Room;
  let second: Room;

  before(async () => {
    const names = ["apart-a", "apart-b"].map((name) => `${name}-${process.pid}`);
    clusters = await Promise.all(names.map((name) => localProvider().create(defaultSpec(name), quiet)));
    [first, second] = clusters.map((cluster) => placeIn(cluster, "default")) as [Room, Room];
    const serve = `mkdir /www; echo ${secret} > /www/index.html; httpd -f -p 80 -h /www`;
    await first.make(pod("server", { run: serve }), pod("root", almighty));
    await second.make(pod("root", almighty));
    await Promise.all([first.ready("server", "root"), second.ready("root")]);
  });
  after(() => Promise.all((clusters ?? []).map((cluster) => cluster[Symbol.asyncDispose]())));

  test("have the same addresses, and no packet goes from one to the other.", async () => {
    const server = await first.find("v1", "Pod", "server");
    const address = String(server?.status.podIP);
    const look = ["sh", "-c", `curl -s -m 3 http://${address}/ || true`];
    assert.equal((await first.exec("root", ...look)).trim(), secret);
    assert.equal((await second.exec("root", ...look)).includes(secret), false);
  });

  test("do not see each other's processes, nor the host's.", async () => {
    for (const place of [first, second]) {
      const seen = await place.exec("root", "ps", "-eo", "args");
      assert.match(seen, /^kubelet /m, "the pod sees its node");
      for (const foreign of [/supervisor\.ts/, /node .*--test/, /kube-apiserver/, /etcd /]) {
        assert.doesNotMatch(seen, foreign);
      }
    }
    const count = async (place: Room) => (await place.exec("root", "ps", "-eo", "args")).match(/^kubelet /gm)?.length;
    assert.deepEqual([await count(first), await count(second)], [1, 1]);
  });

  test("do not see each other's files, nor the host's.", async () => {
    await first.exec("root", "sh", "-c", `echo ${secret} > /node/root/marker; echo ${secret} > /node/tmp/marker`);
    assert.equal((await first.exec("root", "cat", "/node/root/marker")).trim(), secret);
    assert.equal((await second.exec("root", "sh", "-c", "ls /node/root /node/tmp")).includes("marker"), false);
    assert.equal(existsSync("/root/marker") || existsSync("/tmp/marker"), false);
    for (const place of [first, second]) {
      // Also by way of its node's first process, which is what an attacker would try.
      const roots = await place.exec(
        "root",
        "sh",
        "-c",
        `ls -d ${state} /node${state}/clusters 2>&1; nsenter -t 1 -m ls ${state}/clusters ${process.cwd()} 2>&1 || true`,
      );
      assert.doesNotMatch(roots, /cluster\.json|package\.json|c[0-9a-f]{10}/);
    }
  });

  test("have no way out: an address elsewhere is unreachable at once.", async () => {
    const outcome = await second.exec(
      "root",
      "sh",
      "-c",
      "curl -sS -m 20 http://192.0.2.1/ 2>&1; ip route show default",
    );
    assert.match(outcome, /unreachable|Couldn't connect|Failed to connect/);
    assert.doesNotMatch(outcome, /default via|timed out/);
  });

  test("add no interface to the host and listen on none of its addresses.", async () => {
    const interfaces = (await run("ip", ["-brief", "link"])).stdout;
    assert.doesNotMatch(interfaces, /^(br0|port\d|veth)/m);
    const listening = (await run("ss", ["-Htlnp"])).stdout;
    assert.doesNotMatch(listening, /kube|etcd|containerd|socat|:6443|:5000/);
  });

  test("cannot change the kernel settings that the host lives by.", async () => {
    const before = (await run("sysctl", ["-n", "vm.overcommit_memory", "kernel.panic"])).stdout;
    const inside = await first.exec("root", "nsenter", "-t", "1", "-m", "cat", "/proc/sys/vm/overcommit_memory");
    assert.equal(inside.trim(), "1", "kubelet finds what it wants");
    assert.equal((await run("sysctl", ["-n", "vm.overcommit_memory", "kernel.panic"])).stdout, before);
  });
});
