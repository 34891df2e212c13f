import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { verifyLog } from "../../src/evidence/index.ts";
import { connect } from "../../src/recorder/index.ts";
import { ended, place, start } from "./place.ts";
import { clientOf, ground, isRoot, myself, needsRoot, startRecorder, stop, users } from "./post.ts";

const command = ["kubectl", "delete", "namespace", "shop"];

test("An entry says who was at the other end, as the kernel says, and that the key was out of their reach.", {
  skip: needsRoot,
}, async () => {
  const post = await startRecorder(ground());
  const ada = await clientOf(post.socket, users.ada);
  assert.equal(ada.custody, "separate");
  const prescribed = await ada.ask("prescribe", { command, actor: { kind: "human", id: "root" } });
  assert.equal(prescribed.custody, "separate");
  await ada.ask("report", { prescription: prescribed.id, verdict: "error", error: { kind: "other", text: "stopped" } });
  await ada.end();
  const entries = (await post.place.entries()).filter(({ entry }) => entry.capture.peer);
  assert.deepEqual(
    entries.map(({ entry }) => entry.type),
    ["prescription", "report"],
  );
  for (const { entry } of entries) {
    const { program: _, ...peer } = entry.capture.peer ?? { program: "" };
    assert.deepEqual(peer, { uid: users.ada, gid: users.ada, pid: ada.pid });
    assert.equal(entry.capture.custody, "separate");
    assert.equal(entry.capture.channel, "library");
    // A name is a claim. It is kept as one, beside the proof.
    assert.equal(entry.actor.id, "root");
  }
  assert.equal(entries[0]?.hash, prescribed.hash);
});

test("Neither the key nor the secret nor the log can be read by those who are recorded.", {
  skip: needsRoot,
}, async () => {
  const post = await startRecorder(ground());
  const ada = await clientOf(post.socket, users.ada);
  const { log, keys } = post.place;
  for (const path of [log, keys, join(log, "segments", `${"0".repeat(20)}.jsonl`)]) {
    assert.ok(existsSync(path));
    await assert.rejects(ada.ask("read", path), { code: "EACCES" });
  }
});

test("For root, and for the recorder's own user, custody is shared: they can read the key.", async () => {
  const post = await startRecorder(ground());
  for (const user of isRoot ? [0, users.recorder] : [myself]) {
    const one = await clientOf(post.socket, user);
    assert.equal(one.custody, "shared");
    await one.ask("prescribe", { command });
    await one.end();
  }
  for (const { entry } of await post.place.entries("prescription")) assert.equal(entry.capture.custody, "shared");
});

test("Users see what is theirs, and cannot report what is another's.", { skip: needsRoot }, async () => {
  const post = await startRecorder(ground());
  const [ada, bob, root] = await Promise.all([users.ada, users.bob, 0].map((user) => clientOf(post.socket, user)));
  assert.ok(ada && bob && root);
  const [adas, bobs] = await Promise.all([ada.ask("prescribe", { command }), bob.ask("prescribe", { command })]);
  // Bob takes Ada's name, and even so is somebody else.
  const actor = (await ada.ask("entry", adas.id)).entry.actor;
  await assert.rejects(bob.ask("report", { prescription: adas.id, verdict: "error", actor }), {
    code: "FOREIGN_REPORT",
  });
  await assert.rejects(bob.ask("decline", { prescription: adas.id, trigger: "x", reason: "y" }), {
    code: "FOREIGN_REPORT",
  });
  assert.equal(await bob.ask("entry", adas.id), undefined);
  assert.deepEqual(
    (await bob.ask("pending")).map(({ id }: { id: string }) => id),
    [bobs.id],
  );
  const seen = (await bob.ask("entries")) as { entry: { capture: { peer?: { uid: number } } } }[];
  assert.ok(seen.length >= 1 && seen.every(({ entry }) => entry.capture.peer?.uid === users.bob));
  assert.equal((await root.ask("pending")).length, 2);
  await ada.ask("report", { prescription: adas.id, verdict: "error" });
  assert.deepEqual(
    (await post.place.entries("anomaly")).map(({ entry }) => [entry.data.kind, entry.capture.peer?.uid]),
    [
      ["foreign-report", users.bob],
      ["foreign-report", users.bob],
    ],
  );
});

test("Only the users that were named are served.", { skip: needsRoot }, async () => {
  const post = await startRecorder(ground(), ["--allow-user", String(users.ada)]);
  const ada = await clientOf(post.socket, users.ada);
  await ada.ask("prescribe", { command });
  await assert.rejects(clientOf(post.socket, users.bob), { code: "NOT_ALLOWED" });
  assert.match(post.said(), new RegExp(`user ${users.bob} may not record here`));
  assert.equal((await post.place.entries("prescription")).length, 1);
});

test("What was acknowledged is there after the recorder is killed and started again.", async () => {
  const site = ground();
  let acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const post = await startRecorder(site);
    const clients = await Promise.all([0, 1, 2].map(() => clientOf(post.socket)));
    let counted = 0;
    const enough = Promise.withResolvers<void>();
    const work = clients.map(async (one) => {
      for (;;) {
        const { id, hash } = await one.ask("prescribe", { command: ["true"] });
        acknowledged = [...acknowledged, `${id} ${hash}`];
        if (++counted === 10) enough.resolve();
      }
    });
    const outcomes = Promise.allSettled(work);
    await Promise.race([enough.promise, ...work]);
    await stop(post, "SIGKILL");
    for (const outcome of await outcomes) {
      assert.equal((outcome as PromiseRejectedResult).reason.code, "RECORDER_UNREACHABLE");
    }
    await Promise.all(clients.map((one) => one.end()));
  }
  const last = await startRecorder(site);
  assert.equal(await stop(last, "SIGTERM"), 0);
  const written = new Set((await site.place.entries("prescription")).map(({ entry, hash }) => `${entry.id} ${hash}`));
  assert.deepEqual(
    acknowledged.filter((each) => !written.has(each)),
    [],
  );
  assert.ok(acknowledged.length >= 30);
  assert.equal((await verifyLog(site.place.log)).result, "unproven");
});

test("A second recorder does not take the place of one that lives.", async () => {
  const site = ground();
  const first = await startRecorder(site);
  await assert.rejects(startRecorder(site), /a recorder serves it already/);
  const one = await clientOf(first.socket);
  await one.ask("prescribe", { command });
});

test("A recorder that is told to stop answers what it was asked and writes down that it stopped.", async () => {
  const post = await startRecorder(ground());
  const one = await clientOf(post.socket);
  const asked = one.ask("prescribe", { command });
  await asked;
  assert.equal(await stop(post, "SIGTERM"), 0);
  await assert.rejects(one.ask("prescribe", { command }), { code: "RECORDER_UNREACHABLE" });
  const coverage = await post.place.entries("coverage");
  assert.deepEqual(
    coverage.map(({ entry }) => [entry.data.channel, entry.data.state]),
    [
      ["recorder", "open"],
      ["recorder", "closed"],
    ],
  );
  assert.equal((await post.place.entries()).at(-1)?.entry.type, "coverage");
});

test("A socket where nobody answers is an error, and no log is made instead.", async () => {
  const site = ground();
  const post = await startRecorder(site);
  await stop(post, "SIGKILL");
  assert.ok(existsSync(site.socket));
  const here = place();
  await assert.rejects(connect({ channel: "library", socket: site.socket }), { code: "RECORDER_UNREACHABLE" });
  const { code, stderr } = await ended(
    start(here, ["exec", "echo", "ran"], { env: { AIRWORTHY_RECORDER: site.socket } }),
  );
  assert.equal(code, 125);
  assert.match(stderr, /expected a recorder/);
  assert.equal(existsSync(here.log), false);
});

test("A socket in a directory that others write to is refused: they could put their own in its place.", async () => {
  const here = place();
  const open = join(here.directory, "open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  const { code, stderr } = await ended(start(here, ["recorder", "--socket", join(open, "s")]));
  assert.equal(code, 1);
  assert.match(stderr, /others may write to it: mode 777/);
});

test("A command is run through the recorder as through a log, with documents of several megabytes.", async () => {
  const post = await startRecorder(ground());
  const here = place();
  const env = { AIRWORTHY_RECORDER: post.socket };
  const failed = await ended(start(here, ["exec", "-q", "--session", "s", "sh", "-c", "exit 9"], { env }));
  assert.equal(failed.code, 9, failed.stderr);
  const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: big }\ndata: { text: "${"lorem ipsum ".repeat(250_000)}" }\n`;
  const big = await ended(
    start(here, ["prescribe", "--file", "-", "--tool", "kubectl", "--operation", "apply"], { env }),
    manifest,
  );
  assert.equal(big.code, 0, big.stderr);
  const [first, second] = await post.place.entries("prescription");
  assert.equal(first?.entry.session, "s");
  assert.equal(first?.entry.capture.channel, "exec");
  assert.equal(second?.entry.data.artifacts[0]?.size, manifest.length);
  assert.deepEqual(
    (await post.place.entries("report")).map(({ entry }) => entry.data.exitCode),
    [9],
  );
  assert.equal(existsSync(here.log), false);
  const shown = await ended(start(here, ["log", "show", "--json"], { env }));
  assert.ok(JSON.parse(shown.stdout.toString()).length >= 3);
});

test("A recorder that was asked and dies is not a success for who asked.", async () => {
  const post = await startRecorder(ground());
  const one = await clientOf(post.socket);
  post.process.kill("SIGSTOP");
  const asked = assert.rejects(one.ask("prescribe", { command }), { code: "RECORDER_UNREACHABLE" });
  await stop(post, "SIGKILL");
  await asked;
});
