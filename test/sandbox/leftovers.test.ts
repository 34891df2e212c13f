import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { run, until } from "../../src/process/index.ts";
import { sweepSandboxes } from "../../src/sandbox/index.ts";
import { bash, directoriesOfOurs, leftoversOf, processesOf, setScene, skip, slotOf } from "./scene.ts";

const keeper = fileURLToPath(new URL("./fixtures/keeper.ts", import.meta.url));

describe("A sandbox leaves nothing behind", { skip }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "aw-"));
  });
  after(() => rm(folder, { recursive: true }));

  test("when it ends, whatever hid in it.", async () => {
    await using scene = await setScene();
    const sandbox = await scene.open();
    await bash(sandbox, "setsid sleep 1000 & (setsid setsid sleep 1000 &); nohup sleep 1000 > /dev/null & disown");
    assert.ok(processesOf(sandbox).length > 3, "they are there while it is");
    await sandbox[Symbol.asyncDispose]();
    assert.deepEqual(leftoversOf(sandbox), []);
    await assert.rejects(bash(sandbox, "true"), { code: "ENDED" });
  });

  test("when what it was to begin with cannot be made.", async () => {
    await using scene = await setScene();
    const files = [{ path: "/workspace/x", content: "x".repeat(2_000_000) }];
    await using _ = await scene.open();
    assert.equal(directoriesOfOurs().length, 1);
    await assert.rejects(scene.open({ limits: { disk: 1_000_000 }, files }), { code: "NOT_STARTED" });
    assert.equal(directoriesOfOurs().length, 1);
  });

  const killed = async (alsoKill: (uid: number) => Promise<void>) => {
    // Whoever is killed leaves its scene: it is set where we strike it.
    const env = { ...process.env, TMPDIR: folder };
    const owner = spawn(process.execPath, [keeper], { stdio: ["ignore", "pipe", "inherit"], env });
    const [said] = await Promise.race([once(owner.stdout, "data"), once(owner, "exit")]);
    const sandbox = { uid: Number(String(said)) };
    assert.ok(processesOf(sandbox).length > 1, String(said));
    await alsoKill(sandbox.uid);
    owner.kill("SIGKILL");
    await once(owner, "exit");
    return sandbox;
  };

  test("when its owner is killed with -9.", async () => {
    const sandbox = await killed(async () => {});
    await until(async () => leftoversOf(sandbox).length === 0, { deadlineMs: 15_000 });
    assert.deepEqual(leftoversOf(sandbox), []);
  });

  test("when its owner and its janitor are killed: no process at once, and nothing after the next sweep.", async () => {
    const sandbox = await killed(async (uid) => {
      const { stdout } = await run("ps", ["-eo", "pid,args"]);
      const line = stdout
        .split("\n")
        .find((each) => each.includes("sandbox/janitor.sh") && each.includes(`/${slotOf(uid)} `));
      process.kill(Number.parseInt(line ?? "", 10), "SIGKILL");
    });
    const ended = await until(async () => processesOf(sandbox).length === 0, { deadlineMs: 10_000 });
    assert.ok(ended, `${processesOf(sandbox)}`);
    await sweepSandboxes();
    assert.deepEqual(leftoversOf(sandbox), []);
  });

  test("but a sweep leaves those alone that somebody owns.", async () => {
    await using scene = await setScene();
    await using sandbox = await scene.open();
    await sweepSandboxes();
    assert.equal((await bash(sandbox, "echo here")).stdout, "here\n");
  });
});
