import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { until } from "../../src/process/index.ts";
import type { Limits, Sandbox } from "../../src/sandbox/index.ts";
import { bash, processesOf, type Scene, setScene, skip } from "./scene.ts";

const MiB = 1024 ** 2;
const limits: Partial<Limits> = { memory: 200 * MiB, processes: 60, disk: 32 * MiB, output: 64 * 1024, seconds: 60 };

describe("A sandbox bounds what is used in it", { skip }, () => {
  let scene: Scene;
  let sandbox: Sandbox;
  let neighbour: Sandbox;
  before(async () => {
    scene = await setScene();
    [sandbox, neighbour] = await Promise.all([scene.open({ limits }), scene.open({ limits })]);
  });
  after(async () => {
    await Promise.all([sandbox, neighbour].map((each) => each?.[Symbol.asyncDispose]()));
    await scene[Symbol.asyncDispose]();
  });
  /** Whatever the one did, both go on. */
  const unharmed = async () => {
    for (const each of [sandbox, neighbour]) {
      const { code, stdout, why } = await bash(each, "cat <(echo well)");
      assert.deepEqual([code, stdout, why], [0, "well\n", undefined]);
    }
  };

  test("memory: what takes more is killed, and the result says so.", async () => {
    const { code, why } = await bash(sandbox, "head -c 400M /dev/zero | tail -c 390M > /dev/null");
    assert.deepEqual([code, why], [137, "memory"]);
    await unharmed();
  });

  test("processes: a fork bomb hits a wall and ends with its time; whoever hits it is told.", async () => {
    await using crowded = await scene.open({ limits });
    const bomb = await bash(crowded, "f() { f | f & }; f; sleep 30", { timeoutSeconds: 2 });
    assert.equal(bomb.why, "timeout");
    const gone = await until(async () => processesOf(crowded).length <= 2, { deadlineMs: 10_000 });
    assert.ok(gone, "nothing but the first process and its sleep");
    // Not bash: it would try again for a quarter of a minute.
    const hungry = await crowded.exec(["sh", "-c", "for i in $(seq 100); do sleep 1000 & done; wait"]);
    assert.deepEqual([hungry.code, hungry.why], [2, "processes"]);
    assert.ok(processesOf(crowded).length <= 60);
    await unharmed();
  });

  test("disk: what does not fit is refused, and the result says so until there is room again.", async () => {
    const full = await bash(sandbox, "head -c 100M /dev/zero > /workspace/big");
    assert.deepEqual([full.code, full.why], [1, "disk"]);
    assert.match(full.stderr, /No space left on device/);
    for (const place of ["/tmp", "~", "/dev/shm", "/var/tmp"]) {
      assert.equal(
        (await bash(sandbox, `head -c 1M /dev/zero > ${place}/more`)).code,
        1,
        `${place} has room of its own`,
      );
    }
    await bash(sandbox, "rm -f /workspace/big /tmp/more ~/more /dev/shm/more /var/tmp/more");
    await unharmed();
  });

  test("files: empty ones end too.", async () => {
    const many = await bash(sandbox, "mkdir /tmp/many && cd /tmp/many && seq 20000 | xargs touch");
    assert.deepEqual([many.code, many.why], [123, "disk"]);
    await bash(sandbox, "rm -r /tmp/many");
    await unharmed();
  });

  test("output: the beginning and the end are kept, and a flood is cut off.", async () => {
    const long = await bash(sandbox, "echo first; head -c 1M /dev/zero | tr '\\0' x; echo; echo last; echo 1>&2 well");
    assert.deepEqual([long.code, long.truncated, long.why, long.stderr], [0, true, undefined, "well\n"]);
    assert.match(long.stdout, /^first\nx+\n\[\d+ bytes left out\]\nx+\nlast\n$/);
    assert.ok(long.stdout.length < 70_000);
    const flood = await bash(sandbox, "yes");
    assert.deepEqual([flood.code, flood.truncated, flood.why], [137, true, "output"]);
    await unharmed();
  });

  test("time: what never ends is ended, with all that it started.", async () => {
    const before = processesOf(sandbox).length;
    const endless = await bash(
      sandbox,
      "trap '' TERM INT HUP; (setsid sleep 1000 &) ; setsid sh -c 'sleep 1001 & sleep 1002' & sleep 1003",
      {
        timeoutSeconds: 0.5,
      },
    );
    assert.deepEqual([endless.code, endless.signal, endless.why], [137, "SIGKILL", "timeout"]);
    const gone = await until(async () => processesOf(sandbox).length === before, { deadlineMs: 10_000 });
    assert.ok(gone, `${processesOf(sandbox)}`);
    await unharmed();
  });

  test("processor time: two that would use two processors get the one they may.", async () => {
    await using slow = await scene.open({ limits: { ...limits, cpus: 0.2 } });
    // What the processes themselves say they used, against what has passed: no other load can make it more.
    const spin = "timeout 1.5 sh -c 'while :; do :; done'";
    const { stdout } = await bash(
      slow,
      `s=$(date +%s%N); ${spin} & ${spin} & wait; e=$(date +%s%N); echo $((e - s)); times`,
    );
    const [passed = "", , children = ""] = stdout.split("\n");
    const used = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
      0,
    );
    assert.ok(used < (Number(passed) / 1e9) * 0.2 + 0.2, `${used} s of ${Number(passed) / 1e9} s`);
  });

  test("cancelling ends the command and keeps the sandbox.", async () => {
    const stop = new AbortController();
    const running = bash(sandbox, "echo begun; sleep 1000", {
      signal: stop.signal,
      onOutput: () => stop.abort(new Error("enough")),
    });
    await assert.rejects(running, /enough/);
    await unharmed();
  });
});
