import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Draft,
  openLog,
  parseCheckpoint,
  realDisk,
  recoverLog,
  verifyLog,
  verifyProof,
  type Written,
} from "../../src/evidence/index.ts";
import { all, firstSegment, prescription, report, room } from "./log-room.ts";

test("A new log has a key of its own, for its user alone, and says where it is.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  assert.match(log.origin, /^airworthy\/[0-9a-f]{8}$/);
  assert.equal(log.created?.key, log.keyPath);
  assert.match(readFileSync(log.keyPath, "utf8"), /^-----BEGIN PRIVATE KEY-----/);
  assert.equal(log.secret().length, 32);
  for (const name of readdirSync(here.keys)) assert.equal(statSync(join(here.keys, name)).mode & 0o777, 0o600);
  assert.equal(statSync(here.keys).mode & 0o777, 0o700);
  assert.equal(statSync(here.log).mode & 0o777, 0o700);
  const [first, ...more] = await all(log);
  assert.deepEqual(more, []);
  assert.equal(first?.entry.type, "log");
  await using again = await here.open();
  assert.equal(again.created, undefined);
  assert.deepEqual(again.secret(), log.secret());
});

test("A log that is not there is made only when that is asked for.", async (t) => {
  const here = room(t);
  await assert.rejects(openLog(here.log, { keyDirectory: here.keys }), { code: "NO_SUCH_LOG", message: /found none/ });
  assert.equal(existsSync(here.log), false);
});

test("A log can be given its name, and is refused under another.", async (t) => {
  const here = room(t);
  await using log = await here.open({ origin: "example.org/agents" });
  assert.equal(log.origin, "example.org/agents");
  await assert.rejects(here.open({ origin: "example.org/others" }), { code: "WRONG_LOG" });
  await assert.rejects(room(t).open({ origin: "two words" }), { code: "MALFORMED_ENTRY", message: /log: expected/ });
});

test("What is appended while the disk is busy is written in order, and the next sync is for all of it.", async (t) => {
  const here = room(t);
  const lines = () => readFileSync(firstSegment(here), "utf8").split("\n").length - 1;
  const began = Promise.withResolvers<void>();
  let syncs = 0;
  const sync = async (file: number) => {
    syncs += 1;
    began.resolve();
    // The first takes until all others are in the file.
    while (syncs === 1 && lines() < 101) await sleep(1);
    await realDisk.sync(file);
  };
  await using log = await here.open({ disk: { ...realDisk, sync } });
  const drafts = Array.from({ length: 100 }, () => prescription());
  const first = drafts.slice(0, 1).map((draft) => log.append(draft));
  await began.promise;
  const written = await Promise.all([...first, ...drafts.slice(1).map((draft) => log.append(draft))]);
  assert.equal(syncs, 2);
  assert.deepEqual(
    written.map(([one]) => one?.entry.id),
    drafts.map(({ id }) => id),
  );
  assert.deepEqual(
    written.map(([one]) => one?.entry.sequence),
    drafts.map((_, at) => at + 1),
  );
  const entries = await all(log);
  assert.deepEqual(
    entries.slice(1),
    written.map(([one]) => one),
  );
});

test("A decision under the lock sees everything before it, also what is not on disk yet.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const draft = prescription();
  const reportOnce = () =>
    log.append((view) => {
      const intent = view.find(draft.id);
      return intent && !view.reportOf(draft.id) ? report(intent) : [];
    });
  const results = await Promise.all([reportOnce(), log.append(draft), reportOnce(), reportOnce()]);
  assert.deepEqual(
    results.map(({ length }) => length),
    [0, 1, 1, 0],
  );
});

test("Of many processes' worth of writers who report the same, one does.", async (t) => {
  const here = room(t);
  const logs = await Promise.all(Array.from({ length: 4 }, () => here.open()));
  const [intent] = (await logs[0]?.append(prescription())) ?? [];
  assert.ok(intent);
  const answers = await Promise.all(
    logs.flatMap((log) =>
      Array.from({ length: 5 }, () => log.append((view) => (view.reportOf(intent.entry.id) ? [] : report(intent)))),
    ),
  );
  assert.equal(answers.flat().length, 1);
  for (const log of logs) await log.close();
});

test("Several drafts of one decision stand together, or none of them is written.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const [one, two] = await log.append(() => [prescription(), prescription()]);
  assert.equal(two?.entry.previous, one?.hash);
  const bad = { ...prescription(), more: "than there is" } as Draft;
  await assert.rejects(
    log.append(() => [prescription(), bad]),
    { code: "MALFORMED_ENTRY", message: /unknown member "more"/ },
  );
  await assert.rejects(
    log.append(() => {
      throw new Error("undecided");
    }),
    /undecided/,
  );
  assert.equal((await all(log)).length, 3);
});

test("What a log cannot hold is refused alone; those who write at the same time are not disturbed.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const results = await Promise.allSettled([
    log.append(prescription()),
    log.append({ ...prescription(), time: "yesterday" }),
    log.append({ ...prescription(), type: "recovery", data: { bytes: 1, digest: "0".repeat(64) } }),
    log.append(prescription({ session: "x".repeat(5 * 1024 * 1024) })),
    log.append(prescription()),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "rejected", "rejected", "fulfilled"],
  );
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  assert.match(reasons[0] ?? "", /time: expected a time/);
  assert.match(reasons[1] ?? "", /a log writes|expected one that callers write, found "recovery"/);
  assert.match(reasons[2] ?? "", /longer than 4194304 bytes/);
  assert.equal((await all(log)).length, 3);
});

test("Prescriptions are open until they are reported, through however many processes.", async (t) => {
  const here = room(t);
  const written: Written[] = [];
  {
    await using log = await here.open();
    for (let number = 0; number < 3; number += 1) written.push(...(await log.append(prescription())));
  }
  const [first, second, third] = written;
  assert.ok(first && second && third);
  await using log = await here.open();
  assert.deepEqual(await log.open(), written);
  await log.append((view) => {
    assert.deepEqual(view.open(), written);
    return report(second);
  });
  assert.deepEqual(await log.open(), [first, third]);
  await log.append((view) => {
    assert.equal(view.reportOf(second.entry.id)?.entry.data.verdict, "success");
    assert.equal(view.reportOf(first.entry.id), undefined);
    return [];
  });
  assert.deepEqual(await log.find(third.entry.id), third);
  assert.equal(await log.find("00000000-0000-7000-8000-000000000000"), undefined);
});

test("Entries are selected by type, session and actor.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const other = { kind: "human", id: "captain" } as const;
  const [one] = await log.append(prescription({ session: "monday" }));
  const [two] = await log.append(prescription({ session: "monday", actor: other }));
  const [three] = await log.append(prescription({ actor: other }));
  assert.deepEqual(await log.select({ session: "monday" }), [one, two]);
  assert.deepEqual(await log.select({ actor: "captain" }), [two, three]);
  assert.deepEqual(await log.select({ actor: "captain", session: "monday" }), [two]);
  assert.deepEqual(await log.select({ type: "prescription", from: 2 }), [two, three]);
  assert.deepEqual(await log.select({ type: "prescription", limit: 1 }), [one]);
  assert.deepEqual(await log.select({ type: "report" }), []);
});

test("A clock that goes back is written down as it is.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  for (const time of ["2030-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"]) {
    await log.append(prescription({ time }));
  }
  const times = (await all(log)).slice(1).map(({ entry }) => entry.time.slice(0, 4));
  assert.deepEqual(times, ["2030", "2020", "2025"]);
  await log.close();
  const verification = await here.verify(log);
  assert.equal(verification.first, undefined);
  assert.ok(verification.remarks.some((remark) => /clock/.test(remark)));
});

test("An entry may have 3 MB and an artifact 5 MB, which is kept once.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const bytes = randomBytes(5 * 1024 * 1024);
  const artifact = await log.storeArtifact("plan.json", bytes);
  const digest = createHash("sha256").update(bytes).digest("hex");
  assert.deepEqual(artifact, { name: "plan.json", digest, size: bytes.length, stored: true });
  assert.deepEqual(await log.storeArtifact("again.json", bytes), { ...artifact, name: "again.json" });
  assert.deepEqual(readdirSync(join(here.log, "artifacts", "sha256", digest.slice(0, 2))), [digest]);
  assert.deepEqual(await log.readArtifact(digest), bytes);
  assert.equal(await log.readArtifact("0".repeat(64)), undefined);
  await assert.rejects(log.readArtifact("../../../etc/passwd"), { code: "BAD_ARTIFACT" });
  const session = randomBytes(1.5 * 1024 * 1024).toString("hex");
  const [written] = await log.append(prescription({ session }));
  assert.deepEqual(await log.find(written?.entry.id ?? ""), written);
  await log.close();
  assert.equal((await here.verify(log)).good, 2);
});

test("An artifact that was changed is not handed out, and is repaired by storing it again.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const { digest } = await log.storeArtifact("a", Buffer.from("right"));
  writeFileSync(join(here.log, "artifacts", "sha256", digest.slice(0, 2), digest), "wrong");
  await assert.rejects(log.readArtifact(digest), { code: "BAD_ARTIFACT" });
  await log.storeArtifact("a", Buffer.from("right"));
  assert.deepEqual(await log.readArtifact(digest), Buffer.from("right"));
});

test("Segments follow one another, each named by its first entry, and reading begins in the right one.", async (t) => {
  const here = room(t);
  await using log = await here.open({ segmentBytes: 3000 });
  await using other = await here.open({ segmentBytes: 3000 });
  for (let number = 0; number < 20; number += 1) await (number % 3 ? log : other).append(prescription());
  const segments = readdirSync(join(here.log, "segments")).sort();
  assert.ok(segments.length > 4);
  for (const name of segments) {
    const [line = ""] = readFileSync(join(here.log, "segments", name), "utf8").split("\n");
    assert.equal(Number(name.slice(0, 20)), JSON.parse(line).sequence);
  }
  for (const from of [0, 1, 7, 20, 21, 30]) {
    const sequences: number[] = [];
    for await (const { entry } of log.entries({ from, to: 25 })) sequences.push(entry.sequence);
    assert.deepEqual(
      sequences,
      Array.from({ length: Math.max(0, 21 - from) }, (_, at) => from + at),
    );
  }
  const two: number[] = [];
  for await (const { entry } of log.entries({ from: 9, to: 11 })) two.push(entry.sequence);
  assert.deepEqual(two, [9, 10]);
  await log.close();
  await other.close();
  assert.equal((await here.verify(log)).good, 21);
});

test("Whoever follows a log sees every entry once, from other processes and through segments.", async (t) => {
  const here = room(t);
  await using log = await here.open({ segmentBytes: 3000 });
  const enough = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { entry } of log.entries({ from: 1, follow: enough.signal })) {
      seen.push(entry.id);
      if (seen.length === 16) enough.abort();
    }
  })();
  const acknowledged: string[] = [];
  for (let number = 0; number < 6; number += 1) {
    acknowledged.push(...(await log.append(prescription())).map(({ entry }) => entry.id));
  }
  const writer = here.start("append-many", "10");
  for await (const id of writer.lines) acknowledged.push(id);
  await following;
  assert.deepEqual(seen, acknowledged);
});

test("Following ends when it is aborted, also while nothing happens.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const enough = new AbortController();
  const entries = log.entries({ follow: enough.signal })[Symbol.asyncIterator]();
  assert.equal((await entries.next()).value?.entry.sequence, 0);
  const next = entries.next();
  enough.abort();
  assert.equal((await next).done, true);
});

test("Checkpoints are renewed when tiles become full and when a log is closed.", async (t) => {
  const here = room(t);
  const log = await here.open();
  const stored = () => parseCheckpoint(readFileSync(join(here.log, "checkpoint"), "utf8")).size;
  await Promise.all(Array.from({ length: 300 }, () => log.append(prescription())));
  await log.append(prescription());
  // Nobody is made to wait for it.
  while (!existsSync(join(here.log, "checkpoint"))) await sleep(5);
  assert.ok(stored() >= 256);
  await log.close();
  assert.equal(stored(), 302);
  assert.equal(readFileSync(join(here.log, "tile", "0", "000")).length, 8192);
  await using again = await here.open();
  await again.append(prescription());
  const text = await again.checkpoint();
  assert.equal(text, readFileSync(join(here.log, "checkpoint"), "utf8"));
  assert.equal(stored(), 303);
  await again.close();
  const verification = await verifyLog(here.log, { keys: [log.publicKey], checkpoint: text });
  assert.equal(verification.result, "valid");
});

test("A log that is filled quickly makes its tiles together, and all of them before it is closed.", async (t) => {
  const here = room(t);
  const log = await here.open();
  for (let burst = 0; burst < 3; burst += 1) {
    await Promise.all(Array.from({ length: 500 }, () => log.append(prescription())));
  }
  await log.close();
  assert.deepEqual(readdirSync(join(here.log, "tile", "0")).sort(), ["000", "001", "002", "003", "004"]);
  const verification = await here.verify(log);
  assert.equal(verification.first, undefined);
  assert.equal((await recoverLog(here.log, { keyDirectory: here.keys })).tiles, 0);
});

test("A proof of any entry can be checked without the log, tiles or not.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  await Promise.all(Array.from({ length: 520 }, () => log.append(prescription())));
  const entries = await all(log);
  for (const sequence of [0, 1, 255, 256, 511, 520]) {
    const proven = verifyProof(await log.prove(sequence), [log.publicKey]);
    assert.deepEqual(proven.entry, entries[sequence]?.entry);
  }
  await log.close();
  writeFileSync(join(here.log, "tile", "0", "000"), Buffer.alloc(8192));
  await using reader = await openLog(here.log, { keyDirectory: join(here.home, "nothing") });
  assert.deepEqual(verifyProof(await reader.prove(3), [reader.publicKey]).entry, entries[3]?.entry);
  await assert.rejects(reader.prove(521), { code: "BAD_PROOF", message: /expected entry 521, found no such entry/ });
});

test("A log that was closed takes nothing more.", async (t) => {
  const here = room(t);
  const log = await here.open();
  const last = log.append(prescription());
  await log.close();
  await log.close();
  assert.equal((await last).length, 1);
  await assert.rejects(log.append(prescription()), /was closed/);
  assert.ok(readFileSync(firstSegment(here)).length > 0);
});
