import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { run, start } from "../../src/process/index.ts";
import { app, idle, images, pod } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";
import { kubectl } from "./shared.ts";

describe("What people do with kubectl works", { concurrency: true }, () => {
  let place: Place;
  let folder: string;
  before(async () => {
    place = await openPlace("hands");
    folder = await mkdtemp(join(tmpdir(), "airworthy-kubectl-"));
    const spread = (node: string) => ({ spec: { nodeName: node } });
    await place.make(pod("near", spread("node-1")), pod("far", spread("node-2")), pod("app", app()));
    await place.ready("near", "far", "app");
  });
  after(async () => {
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test("exec runs a program on either node and passes its output and exit code on.", async () => {
    for (const name of ["near", "far"]) {
      const outcome = await place.tryKubectl("exec", name, "--", "sh", "-c", "hostname; echo oops >&2; exit 5");
      assert.equal(outcome.stdout, `${name}\n`);
      assert.match(outcome.stderr, /^oops$/m);
      assert.equal(outcome.code, 5);
    }
  });

  test("exec passes its input on, and gives a terminal where one is asked for.", async () => {
    const text = "many words\n".repeat(20_000);
    const counted = await kubectl(place.cluster, ["-n", place.namespace, "exec", "-i", "far", "--", "wc", "-c"], text);
    assert.equal(counted.trim(), String(text.length));
    const line = `kubectl -n ${place.namespace} exec -it far -- sh -c 'test -t 0 && echo a terminal'`;
    const command = place.cluster.command("script", ["-qec", line, "/dev/null"]);
    // Nobody types: the API server drops the end of the output where input still comes when the command has ended.
    await using typist = await start(command.file, command.args, {
      env: command.env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const shown = readAll(typist.raw.stdout ?? Readable.from([]));
    assert.equal(await typist.exited, 0);
    assert.match(await shown, /a terminal/);
  });

  test("logs tells what a container said, and with --previous what it said before it crashed.", async () => {
    const spec = { volumes: [{ name: "memory", emptyDir: {} }] };
    const volumeMounts = [{ name: "memory", mountPath: "/memory" }];
    const line = `if [ -e /memory/crashed ]; then echo second life; ${idle}; fi; echo first life; touch /memory/crashed; exit 9`;
    await place.make(pod("crashes", { run: line, container: { volumeMounts }, spec }));
    await place.eventually("the container runs for the second time", async () => {
      const status = (await place.find("v1", "Pod", "crashes"))?.status?.containerStatuses?.[0];
      return status?.restartCount === 1 && status.state.running !== undefined;
    });
    await place.eventually("the second life is in the log", async () => {
      return (await place.kubectl("logs", "crashes")) === "second life\n";
    });
    assert.equal(await place.kubectl("logs", "crashes", "--previous"), "first life\n");
    const status = (await place.find("v1", "Pod", "crashes"))?.status.containerStatuses[0];
    assert.equal(status.lastState.terminated.exitCode, 9);
  });

  test("cp copies files and folders in and out, byte by byte.", async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
    await writeFile(join(folder, "in.bin"), bytes);
    await place.kubectl("cp", join(folder, "in.bin"), "far:/tmp/copied.bin");
    assert.equal((await place.exec("far", "wc", "-c", "/tmp/copied.bin")).split(" ")[0], String(bytes.length));
    await place.exec("far", "sh", "-c", "mkdir /tmp/d && cp /tmp/copied.bin /tmp/d/a && echo hi > /tmp/d/b");
    await place.kubectl("cp", "far:/tmp/d", join(folder, "out"));
    assert.ok(bytes.equals(await readFile(join(folder, "out/a"))));
    assert.equal(await readFile(join(folder, "out/b"), "utf8"), "hi\n");
  });

  test("port-forward leads to a pod's port.", async () => {
    const args = ["-n", place.namespace, "port-forward", "pod/app", ":8080"];
    const command = place.cluster.command("kubectl", args);
    await using forward = await start(command.file, command.args, {
      env: command.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    forward.raw.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    const port = await place.eventually("the port is open", async () => /127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
    // kubectl listens on the loopback of the node's network, where it runs.
    for (let call = 0; call < 3; call += 1) {
      const curl = place.cluster.command("curl", ["-sS", "--max-time", "20", `http://127.0.0.1:${port}/healthz`]);
      assert.equal((await run(curl.file, curl.args, { env: curl.env })).stdout, "ok\n");
    }
  });

  test("attach speaks with a container's own program.", async () => {
    const line = 'while read line; do echo "heard $line"; done';
    await place.make(
      pod("listens", { run: line, container: { stdin: true, stdinOnce: true }, spec: { restartPolicy: "Never" } }),
    );
    await place.ready("listens");
    const args = ["-n", place.namespace, "attach", "-i", "listens"];
    assert.match(await kubectl(place.cluster, args, "hello\nend\n"), /heard hello\nheard end\n/);
    await place.eventually("the pod has succeeded", async () => {
      return (await place.find("v1", "Pod", "listens"))?.status.phase === "Succeeded";
    });
  });

  test("run --rm gives a pod for one command and removes it.", async () => {
    const args = ["run", "once", "--rm", "-i", "--restart=Never", `--image=${images.busybox}`, "--", "echo", "here"];
    assert.match(await place.kubectl(...args), /here/);
    await place.eventually("the pod is gone", async () => (await place.find("v1", "Pod", "once")) === undefined);
  });

  test("debug adds a container that sees the processes of the one it is to examine.", async () => {
    const line = "for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done; cat /proc/1/root/etc/hostname";
    const args = ["debug", "far", `--image=${images.busybox}`, "--target=main", "--container=eye"];
    await place.kubectl(...args, "--", "sh", "-c", line);
    await place.eventually("the debug container has ended", async () => {
      const [status] = (await place.find("v1", "Pod", "far"))?.status?.ephemeralContainerStatuses ?? [];
      return status?.state?.terminated !== undefined;
    });
    const seen = await place.kubectl("logs", "far", "-c", "eye");
    assert.ok(seen.includes("trap"), seen);
  });

  test("describe, events and explain have something to say.", async () => {
    assert.match(await place.kubectl("describe", "pod", "near"), /Node:\s+node-1\/172\./);
    assert.match(await place.kubectl("events", "--for", "pod/near"), /Started/);
    assert.match(await place.kubectl("explain", "deployment.spec.replicas"), /Number of desired pods/);
  });
});
