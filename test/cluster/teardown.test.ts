import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { attach, defaultSpec, destroyCluster, launch, listClusters, pruneClusters } from "../../src/cluster/index.ts";
import { run, until } from "../../src/process/index.ts";
import { idOf, leftovers, namespacesOf, processesIn, state, stillRunning } from "./leftovers.ts";

const quiet = { report: () => {}, signal: new AbortController().signal };
const runner = fileURLToPath(new URL("./fixtures/runner.ts", import.meta.url));
const made: string[] = [];
const named = (what: string) => {
  const name = `${what}-${process.pid}`;
  made.push(name);
  return name;
};

/** Patience only bounds a failure; the test goes on as soon as everything is gone. */
async function assertGone(name: string, id: string, processes: readonly string[] = []): Promise<void> {
  const left = async () => [...(await leftovers(name, id)), ...stillRunning(processes)];
  await until(async () => (await left()).length === 0, { deadlineMs: 15_000, everyMs: 100 });
  assert.deepEqual(await left(), []);
}

async function machinesOf(id: string): Promise<number[]> {
  const record = JSON.parse(await readFile(join(state, "clusters", id, "cluster.json"), "utf8"));
  return Object.values(record.machines as Record<string, number>);
}

describe("A local cluster leaves nothing behind", () => {
  after(() => Promise.all(made.map(destroyCluster)));

  test("after it is taken down by name.", async () => {
    const name = named("down");
    await launch(defaultSpec(name), quiet);
    const id = await idOf(name);
    const namespaces = (await machinesOf(id)).flatMap(namespacesOf);
    assert.equal(new Set([...namespaces, ...namespacesOf(process.pid)]).size, 18, "six for each machine, none shared");
    const processes = processesIn(namespaces);
    assert.ok(processes.length > 8, `${processes}`);
    await destroyCluster(name);
    await assertGone(name, id, processes);
  });

  test("after a program that owned it was killed with -9.", async () => {
    const name = named("owned");
    const owner = spawn(process.execPath, [runner, name], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = await Promise.race([once(owner.stdout, "data"), once(owner, "exit")]);
    assert.equal(String(said), "ready\n");
    const id = await idOf(name);
    const processes = processesIn((await machinesOf(id)).flatMap(namespacesOf));
    owner.kill("SIGKILL");
    await once(owner, "exit");
    await assertGone(name, id, processes);
  });

  test("after even its janitor was killed, once somebody prunes.", async () => {
    const name = named("orphan");
    await launch(defaultSpec(name), quiet);
    const id = await idOf(name);
    const { owner } = JSON.parse(await readFile(join(state, "clusters", id, "cluster.json"), "utf8"));
    const { stdout } = await run("pgrep", ["-f", `janitor.sh ${id}`]);
    process.kill(Number(stdout.trim()), "SIGKILL");
    process.kill(owner.pid, "SIGKILL");
    const dead = await until(
      async () => (await listClusters()).find((each) => each.name === name && each.state === "dead"),
      { deadlineMs: 10_000 },
    );
    assert.ok(dead, "a cluster without its owner is listed as dead");
    await assert.rejects(attach(name), { code: "NO_SUCH_CLUSTER" });
    assert.ok((await pruneClusters()).includes(id));
    await assertGone(name, id);
  });

  test("after the machine was restarted, once somebody prunes.", async () => {
    const id = "c0123456789";
    const record = {
      ...{ id, name: "before-restart", spec: defaultSpec("before-restart"), state: "ready", tools: "", store: "" },
      since: new Date().toISOString(),
      owner: { pid: process.pid, started: "1", bootId: "00000000-0000-0000-0000-000000000000" },
      machines: {},
    };
    await mkdir(join(state, "clusters", id), { recursive: true });
    await writeFile(join(state, "clusters", id, "cluster.json"), JSON.stringify(record));
    assert.ok((await pruneClusters()).includes(id));
    assert.deepEqual(await leftovers("before-restart", id), []);
  });
});

describe("A local cluster that cannot start", () => {
  test("on a full disk says so and leaves nothing.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-full-"));
    await run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
    try {
      const exit = await run(process.execPath, [runner, "full"], {
        env: { ...process.env, AIRWORTHY_STATE: folder },
        allowFailure: true,
      });
      assert.notEqual(exit.code, 0);
      assert.match(exit.stderr, /ENOSPC|[Nn]o space left/);
      const { stdout } = await run("find", [folder, "-path", "*clusters/*"]);
      assert.equal(stdout, "");
    } finally {
      await run("umount", [folder]);
      await rm(folder, { recursive: true });
    }
  });

  test("because its name is in use is refused at once, whoever asks first.", async () => {
    const name = named("twice");
    const results = await Promise.allSettled([launch(defaultSpec(name), quiet), launch(defaultSpec(name), quiet)]);
    const refused = results.filter((result) => result.status === "rejected");
    assert.equal(refused.length, 1);
    assert.equal(refused[0]?.reason.code, "NAME_IN_USE");
    assert.match(refused[0]?.reason.hint, new RegExp(`cluster down ${name}`));
    await destroyCluster(name);
  });
});
