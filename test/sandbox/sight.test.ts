import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { apiAddress, apiSays, bash, type Scene, setScene, skip } from "./scene.ts";

describe("From a sandbox one sees", { skip }, () => {
  let scene: Scene;
  let sandbox: Sandbox;
  let neighbour: Sandbox;
  before(async () => {
    scene = await setScene();
    const files = [{ path: "/workspace/secret", content: "of the neighbour" }];
    [sandbox, neighbour] = await Promise.all([
      scene.open({ kubeconfig: "agent's own\n", tools: ["airworthy", "helm"] }),
      scene.open({ kubeconfig: "neighbour's own", files }),
    ]);
  });
  after(async () => {
    await Promise.all([sandbox, neighbour].map((each) => each?.[Symbol.asyncDispose]()));
    await scene[Symbol.asyncDispose]();
  });

  test("an own home, workspace and kubeconfig, and the programs of the toolbox.", async () => {
    const seen = await bash(
      sandbox,
      "id -un; pwd; echo ~; cat $KUBECONFIG; for p in kubectl helm jq curl; do type -p $p; done",
    );
    assert.equal(seen.code, 0, seen.stderr);
    assert.match(seen.stdout, /^agent\n\/workspace\n\/home\/agent\nagent's own\n(\/\S+\n){4}$/);
  });

  test("no file of the host: not this test, not the cache of images, not the state of clusters.", async () => {
    const here = import.meta.filename;
    const hidden = [
      here,
      "/var/lib/airworthy",
      "/etc/machine-id",
      "/etc/shadow.host",
      process.cwd(),
      "/proc/1/root/etc",
    ];
    const { stdout } = await bash(sandbox, `for p in ${hidden.join(" ")}; do ls -d $p 2>/dev/null; done; true`);
    assert.equal(stdout, "");
    const canary = `canary-${process.pid}-${Date.now()}`;
    const folder = await mkdtemp(join(tmpdir(), "airworthy-canary-"));
    try {
      await writeFile(join(folder, "kubeconfig"), canary, { mode: 0o644 });
      const search = await bash(
        sandbox,
        `grep -rs --exclude-dir=proc ${canary.slice(0, -1)}[${canary.at(-1)}] / | head -1`,
      );
      assert.equal(search.stdout, "", "found in the sandbox what was written beside it");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("nothing of how faults are made and repaired, though our own command line is there.", async () => {
    assert.match((await bash(sandbox, "airworthy --version")).stdout, /^\d+\.\d+\.\d+\n$/);
    const { stdout } = await bash(
      sandbox,
      "find / -path /proc -prune -o -type d -name faults -print 2>/dev/null; ls /opt/airworthy/src",
    );
    assert.ok(!/faults|bench|checks|task|applications|sandbox/.test(stdout), stdout);
  });

  test("no process of the host, of the harness, of a neighbour, nor the sandbox's own first one.", async () => {
    const { stdout } = await bash(
      sandbox,
      "ls /proc | grep -E '^[0-9]+$' | while read p; do cat /proc/$p/comm 2>/dev/null; done | sort -u",
    );
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .filter((name) => !["bash", "cat", "grep", "ls", "sort"].includes(name)),
      [],
    );
    const peek = await bash(sandbox, "cat /proc/1/environ; ls /proc/1/root/; kill -9 1; echo $?");
    assert.equal(peek.stdout, "1\n");
    assert.equal((await bash(sandbox, "echo alive")).stdout, "alive\n");
  });

  test("no file of a neighbour, who sees its own.", async () => {
    assert.equal((await bash(sandbox, "cat /workspace/secret")).code, 1);
    assert.equal(await neighbour.read("/workspace/secret"), "of the neighbour");
    assert.notEqual(sandbox.uid, neighbour.uid);
  });

  test("the API server at the address of the cluster, and no other address.", async () => {
    const { stdout } = await bash(sandbox, `curl -sS http://${apiAddress}:6443/`);
    assert.equal(stdout, apiSays);
    const others = [
      "1.1.1.1:80",
      `${apiAddress}:2379`,
      `${apiAddress}:10250`,
      "172.30.0.11:10250",
      "10.96.0.1:443",
      "169.254.169.254:80",
    ];
    for (const other of others) {
      const { code, stderr } = await bash(sandbox, `curl -sS -m 5 http://${other}/`);
      assert.equal(code, 7, `${other}: ${stderr}`); // Refused or no route at once, not a time-out.
    }
    assert.equal((await bash(sandbox, "curl -sS -m 5 http://example.org/")).code, 6, "no names either");
  });

  test("its own cluster at an address that every cluster has.", async () => {
    await using other = await setScene("another API server");
    await using beside = await other.open();
    assert.equal((await bash(beside, `curl -sS http://${apiAddress}:6443/`)).stdout, "another API server");
    assert.equal((await bash(sandbox, `curl -sS http://${apiAddress}:6443/`)).stdout, apiSays);
  });

  test("an API server on the host's network or beyond, at its own address or name, and nothing beside it.", async () => {
    const answer = createServer((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nfrom afar")).listen(0, "127.0.0.1");
    const beside = createServer((socket) => socket.end("beside")).listen(0, "127.0.0.1");
    await Promise.all([once(answer, "listening"), once(beside, "listening")]);
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    try {
      for (const host of ["127.0.0.1", "localhost"]) {
        const kubeconfig = `clusters: [{ cluster: { server: "http://${host}:${portOf(answer)}" } }]`;
        await using own = await scene.open({ cluster: { ...scene.cluster, kubeconfig, apiSocket: undefined } });
        assert.equal((await bash(own, `curl -sS http://${host}:${portOf(answer)}/`)).stdout, "from afar");
        assert.equal((await bash(own, `curl -sS -m 5 http://${host}:${portOf(beside)}/`)).code, 7);
      }
    } finally {
      answer.close();
      beside.close();
    }
  });

  test("no service of the host's loopback, by address or by abstract socket.", async () => {
    const host = createServer((socket) => socket.end("host")).listen(0, "127.0.0.1");
    await once(host, "listening");
    const abstract = createServer((socket) => socket.end("host")).listen(`\0airworthy-test-${process.pid}`);
    await once(abstract, "listening");
    const address = host.address();
    const port = typeof address === "object" ? address?.port : 0;
    try {
      const tried = await bash(
        sandbox,
        `exec 2>&1; curl -sS -m 5 http://127.0.0.1:${port}/; socat -u ABSTRACT-CONNECT:airworthy-test-${process.pid} -; true`,
      );
      assert.ok(!tried.stdout.includes("host\n") && /refused/i.test(tried.stdout), tried.stdout);
    } finally {
      host.close();
      abstract.close();
    }
  });

  test("a directory that was asked for, whose socket answers and which cannot be written to.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-socket-"));
    const server = createServer((socket) => socket.end("recorder\n")).listen(join(folder, "recorder.sock"));
    await once(server, "listening");
    try {
      for (const path of [folder, join(folder, "recorder.sock")]) await chmod(path, 0o777);
      await using own = await scene.open({ socket: folder });
      const said = await bash(
        own,
        "socat -u UNIX-CONNECT:/run/airworthy/recorder.sock -; touch /run/airworthy/x; echo $?",
      );
      assert.equal(said.stdout, "recorder\n1\n", said.stderr);
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  });

  test("files at names that a task gives, in the sandbox and nowhere else.", async () => {
    const name = `airworthy-escape-${process.pid}`;
    const files = [
      { path: `/../../../../../../../../tmp/${name}`, content: "caught" },
      { path: `../../${name}/x`, content: "caught" },
    ];
    await using own = await scene.open({ files, writable: [`/a/../../${name}`] });
    assert.equal((await bash(own, `cat /tmp/${name} /${name}/x; touch /${name}/mine`)).stdout, "caughtcaught");
    for (const path of [`/tmp/${name}`, `/${name}`]) assert.ok(!existsSync(path), path);
  });

  test("nothing through a link that it lays for whoever reads its files.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-link-"));
    try {
      await writeFile(join(folder, "host"), "of the host");
      await symlink("nowhere", join(folder, "link"));
      await bash(sandbox, `ln -sf ${join(folder, "host")} /workspace/answer.json; mkfifo /workspace/fifo`);
      await assert.rejects(sandbox.read("/workspace/answer.json"), { code: "UNREADABLE" });
      assert.equal(await readFile(join(folder, "host"), "utf8"), "of the host");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
