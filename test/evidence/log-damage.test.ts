import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { appendFileSync, copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openLog, realDisk, recoverLog } from "../../src/evidence/index.ts";
import { all, firstSegment, prescription, type Room, report, room } from "./log-room.ts";

/** A log of some entries that nobody has open. */
async function filled(here: Room, entries: number): Promise<void> {
  await using log = await here.open();
  await Promise.all(Array.from({ length: entries }, () => log.append(prescription())));
}

async function refuses(here: Room, code: string, message: RegExp): Promise<void> {
  const before = readFileSync(firstSegment(here));
  await using log = await here.open();
  for (const _ of [1, 2]) await assert.rejects(log.append(prescription()), { code, message });
  await assert.rejects(recoverLog(here.log, { keyDirectory: here.keys }), { code, message });
  assert.deepEqual(readFileSync(firstSegment(here)), before);
}

const lastLine = (here: Room) => readFileSync(firstSegment(here), "utf8").trimEnd().split("\n").at(-1) ?? "";

function edit(database: string, sql: string): void {
  const file = new DatabaseSync(database);
  file.exec(sql);
  file.close();
}

/** Replaces the last line. With the note where the log ends, or without it, as if that had been lost. */
function tamper(here: Room, change: (line: string) => string, options: { keepHead: boolean }): void {
  const line = lastLine(here);
  truncateSync(firstSegment(here), readFileSync(firstSegment(here)).length - line.length - 1);
  appendFileSync(firstSegment(here), `${change(line)}\n`);
  if (!options.keepHead) rmSync(join(here.log, "head"));
}

for (const keepHead of [true, false]) {
  const known = keepHead ? "known" : "unknown";
  test(`A last entry that was changed is refused, its end being ${known}.`, async (t) => {
    const here = room(t);
    await filled(here, 3);
    tamper(here, (line) => line.replace('"staging"', '"develop"').replace("shop", "bank"), { keepHead });
    // Not even an entry any more: the end of the log is known to be somewhere else, or a checkpoint covers what was there.
    await refuses(here, keepHead ? "MALFORMED_ENTRY" : "TRUNCATED_LOG", /./);
  });

  test(`A last entry that was forged is refused, its end being ${known}.`, async (t) => {
    const here = room(t);
    await filled(here, 3);
    tamper(here, (line) => line.replace('"shop"', '"bank"'), { keepHead });
    await refuses(here, keepHead ? "BROKEN_LINK" : "BAD_SIGNATURE", /entry 3: expected/);
  });
}

for (const keepHead of [true, false]) {
  const known = keepHead ? "known" : "unknown";
  test(`An entry in the middle that was changed is found before the next one is written, the end being ${known}.`, async (t) => {
    const here = room(t);
    await filled(here, 4);
    const path = firstSegment(here);
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, lines.map((line, at) => (at === 2 ? line.replace('"shop"', '"bank"') : line)).join("\n"));
    if (!keepHead) rmSync(join(here.log, "head"));
    await refuses(here, "BROKEN_LINK", /entry 3: expected previous hash/);
  });
}

test("A change is found also by a writer who had the log open before, and in a segment that is finished.", async (t) => {
  const here = room(t);
  await using log = await here.open({ segmentBytes: 2_000 });
  for (let at = 0; at < 6; at += 1) await log.append(prescription());
  assert.ok(readdirSync(join(here.log, "segments")).length > 1);
  const path = firstSegment(here);
  const text = readFileSync(path, "utf8");
  const at = text.lastIndexOf('"shop"');
  writeFileSync(path, `${text.slice(0, at)}"bank"${text.slice(at + 6)}`);
  await using other = await here.open({ segmentBytes: 2_000 });
  await assert.rejects(other.append(prescription()), { code: "BROKEN_LINK" });
  writeFileSync(path, text);
  await other.append(prescription());
  const newest = join(here.log, "segments", readdirSync(join(here.log, "segments")).sort().at(-1) ?? "");
  const end = readFileSync(newest, "utf8");
  writeFileSync(newest, end.replace('"shop"', '"bank"'));
  await assert.rejects(log.append(prescription()), (problem: { code: string }) =>
    ["BROKEN_LINK", "BAD_SIGNATURE"].includes(problem.code),
  );
});

test("A log that is cut while it is being written to is noticed at the next write.", async (t) => {
  const here = room(t);
  let writes = 0;
  const write: typeof realDisk.write = (file, bytes, position) => {
    realDisk.write(file, bytes, position);
    writes += 1;
    if (writes === 20) truncateSync(firstSegment(here), position + bytes.length - 10);
  };
  await using log = await here.open({ disk: { ...realDisk, write } });
  const fill = async (entries = 100) => {
    for (let at = 0; at < entries; at += 1) await log.append(prescription());
  };
  // From here on syncs are known to be quick, so the lock is kept and others do not have to be asked.
  await fill(10);
  const ends = await Promise.allSettled(Array.from({ length: 16 }, () => fill()));
  for (const end of ends) {
    assert.equal(end.status, "rejected");
    assert.equal(end.reason.code, "TRUNCATED_LOG");
  }
  assert.equal(writes, 20);
});

test("Where a writer died before it could say how far it came, what was changed is found in whichever segment.", async (t) => {
  const here = room(t);
  {
    await using log = await here.open({ segmentBytes: 4_000 });
    for (let at = 0; at < 12; at += 1) await log.append(prescription());
  }
  const segments = readdirSync(join(here.log, "segments")).sort();
  assert.ok(segments.length > 2);
  const [first = "", newest = ""] = [segments[1], segments.at(-1)].map((name) =>
    join(here.log, "segments", name ?? ""),
  );
  const append = async () => {
    await using log = await here.open({ segmentBytes: 4_000 });
    return await log.append(prescription());
  };
  const forge = (text: string) => text.replace('"shop"', '"bank"');
  for (const path of [first, newest]) {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, forge(text));
    // The newest looks as if somebody had written to it and not said so.
    if (path !== newest) writeFileSync(newest, readFileSync(newest));
    await assert.rejects(append(), (problem: { code: string }) =>
      ["BROKEN_LINK", "BAD_SIGNATURE"].includes(problem.code),
    );
    writeFileSync(path, text);
  }
  const [written] = await append();
  assert.equal(written?.entry.sequence, 13);
});

test("A log that was cut is refused, at the end of an entry as anywhere.", async (t) => {
  for (const less of [0, 10]) {
    const here = room(t);
    await filled(here, 3);
    truncateSync(firstSegment(here), readFileSync(firstSegment(here)).length - lastLine(here).length - 1 - less);
    await refuses(here, "TRUNCATED_LOG", /expected \d+ bytes up to entry 3, found \d+ bytes/);
    rmSync(join(here.log, "head"));
    await refuses(here, "TRUNCATED_LOG", /checkpoint: covers 4 entries, found [23]/);
  }
});

test("A log that is cut while it is open is refused, also by who knows only that another wrote more.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  await log.append(prescription());
  await filled(here, 3);
  truncateSync(firstSegment(here), readFileSync(firstSegment(here)).length - 100);
  for (const _ of [1, 2]) await assert.rejects(log.append(prescription()), { code: "TRUNCATED_LOG" });
});

test("A log that is cut or removed while it is open is refused, too.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  await log.append(prescription());
  truncateSync(firstSegment(here), 100);
  await assert.rejects(log.append(prescription()), { code: "TRUNCATED_LOG" });
  rmSync(firstSegment(here));
  await assert.rejects(log.append(prescription()), { code: "TRUNCATED_LOG", message: /no such file/ });
});

test("An entry after bytes that are none is not taken for a part of an unfinished write.", async (t) => {
  const here = room(t);
  await filled(here, 3);
  const lines = readFileSync(firstSegment(here), "utf8").split("\n");
  for (const file of ["head", "checkpoint"]) rmSync(join(here.log, file));
  writeFileSync(firstSegment(here), [lines[0], lines[1], "some other bytes", lines[3], ""].join("\n"));
  await refuses(here, "LOG_DAMAGED", /expected entry 2, found \d+ bytes that are none, and entry 3 after them/);
  // Two entries that lost the newline between them.
  writeFileSync(firstSegment(here), [lines[0], lines[1], `${lines[2]} ${lines[3]}`, ""].join("\n"));
  await refuses(here, "LOG_DAMAGED", /and entry 3 after them/);
});

test("An entry that is left out, and one that is there twice, are refused.", async (t) => {
  const here = room(t);
  await filled(here, 3);
  const lines = readFileSync(firstSegment(here), "utf8").split("\n");
  for (const file of ["head", "checkpoint"]) rmSync(join(here.log, file));
  writeFileSync(firstSegment(here), [lines[0], lines[1], lines[3], ""].join("\n"));
  await refuses(here, "BROKEN_LINK", /entry 2: expected sequence 2, found 3/);
  writeFileSync(firstSegment(here), [lines[0], lines[1], lines[2], lines[2], ""].join("\n"));
  await refuses(here, "BROKEN_LINK", /entry 3: expected sequence 3, found 2/);
});

test("An entry of another log is refused.", async (t) => {
  const [here, there] = [room(t), room(t)];
  await filled(here, 3);
  await filled(there, 3);
  rmSync(join(here.log, "head"));
  appendFileSync(firstSegment(here), readFileSync(firstSegment(there), "utf8").split("\n").slice(-2).join("\n"));
  await refuses(here, "WRONG_LOG", /entry 4: expected an entry of airworthy\/\w+, found airworthy\/\w+/);
});

test("A first entry that was given another name or key is refused.", async (t) => {
  for (const entries of [0, 3]) {
    const here = room(t);
    await filled(here, entries);
    const text = readFileSync(firstSegment(here), "utf8");
    writeFileSync(firstSegment(here), text.replace(/"log":"airworthy.\w+"/, '"log":"airworthy/00000000"'));
    await refuses(here, entries === 0 ? "BAD_SIGNATURE" : "WRONG_LOG", /entry [01]: expected/);
    const there = room(t);
    await filled(there, 0);
    writeFileSync(firstSegment(here), readFileSync(firstSegment(there), "utf8") + text.slice(text.indexOf("\n") + 1));
    await refuses(here, "UNKNOWN_KEY", /secret: expected a private file of this log/);
  }
});

test("A log goes on without head, index and tiles, and they are made again.", async (t) => {
  const here = room(t);
  await filled(here, 600);
  for (const derived of ["head", "index.sqlite", "tile"])
    rmSync(join(here.log, derived), { recursive: true, force: true });
  await using log = await here.open();
  const [intent] = await log.append(prescription());
  assert.ok(intent);
  assert.equal((await log.open()).length, 601);
  assert.equal((await log.append((view) => (view.find(intent.entry.id) ? report(intent) : []))).length, 1);
  await log.close();
  assert.equal(readFileSync(join(here.log, "tile", "0", "001")).length, 8192);
  const verification = await here.verify(log);
  assert.equal(verification.good, 603);
  assert.equal(verification.first, undefined);
});

for (const bytes of ["", '{"actor":{"id":']) {
  test(`Without a note, a log of several segments and keys is found to end before ${bytes.length} bytes.`, async (t) => {
    const here = room(t);
    {
      await using log = await here.open({ segmentBytes: 2000 });
      for (let number = 0; number < 9; number += 1) {
        if (number === 3) await log.rotateKey("a test");
        await log.append(prescription());
      }
    }
    assert.ok(readdirSync(join(here.log, "segments")).length > 3);
    rmSync(join(here.log, "head"));
    // A writer began a segment and was killed: before it wrote anything there, or within its first line.
    writeFileSync(join(here.log, "segments", "00000000000000000011.jsonl"), bytes);
    await using log = await here.open({ segmentBytes: 2000 });
    if (bytes === "") assert.equal((await here.verify(log)).first, undefined);
    const [written] = await log.append(prescription());
    assert.equal(written?.entry.sequence, bytes === "" ? 11 : 12);
    await log.close();
    assert.equal((await here.verify(log)).good, bytes === "" ? 12 : 13);
  });
}

test("A note where the log ends that others wrote, or that is old, leads nobody astray.", async (t) => {
  const [here, there] = [room(t), room(t)];
  await filled(there, 3);
  await filled(here, 1);
  copyFileSync(join(here.log, "head"), join(here.home, "old"));
  await filled(here, 2);
  copyFileSync(join(here.home, "old"), join(here.log, "head"));
  await filled(here, 1);
  copyFileSync(join(there.log, "head"), join(here.log, "head"));
  await filled(here, 1);
  writeFileSync(join(here.log, "head"), Buffer.alloc(4096, 7));
  await filled(here, 1);
  await using log = await here.open();
  assert.equal((await here.verify(log)).good, 7);
});

test("After a restart of the machine, a note that knows of entries which never reached the disk is not believed.", async (t) => {
  const here = room(t);
  await filled(here, 3);
  await using log = await here.open();
  rmSync(join(here.log, "checkpoint"));
  const cut = () =>
    truncateSync(firstSegment(here), readFileSync(firstSegment(here)).length - lastLine(here).length - 1);
  const head = join(here.log, "head");
  const [text = ""] = readFileSync(head, "latin1").split("\n");
  const older = JSON.stringify({ ...JSON.parse(text), boot: "an older one" });
  const digest = createHmac("sha256", log.secret()).update(`airworthy/head/1\0${log.origin}\0${older}`).digest("hex");
  cut();
  await refuses(here, "TRUNCATED_LOG", /expected/);
  writeFileSync(head, `${older}\n${digest}`.padEnd(4096, "\n"));
  const [written] = await log.append(prescription());
  assert.equal(written?.entry.sequence, 3);
  // A checkpoint was not signed before its entries were on disk. It is believed in any boot.
  await log.checkpoint();
  cut();
  writeFileSync(head, `${older}\n${digest}`.padEnd(4096, "\n"));
  await refuses(here, "TRUNCATED_LOG", /checkpoint: covers 4 entries, found 3/);
});

test("An index that is broken, in whichever way, is made again.", async (t) => {
  const here = room(t);
  await filled(here, 20);
  const index = join(here.log, "index.sqlite");
  const spoil = [
    () => writeFileSync(index, "this is no database, but it is long enough to be looked at as one".repeat(100)),
    () => writeFileSync(index, readFileSync(index).fill(0xff, 4096)),
    () => truncateSync(index, 5000),
    () => copyFileSync(join(here.home, "other.sqlite"), index),
    () => edit(index, "UPDATE entry SET sequence = sequence + 1000; UPDATE entry SET sequence = 1020 - sequence"),
    () => edit(index, "DROP TABLE progress"),
  ];
  // An index of another log, with other places.
  const there = room(t);
  await filled(there, 20);
  await using other = await there.open();
  assert.equal((await other.open()).length, 20);
  await other.close();
  copyFileSync(join(there.log, "index.sqlite"), join(here.home, "other.sqlite"));
  for (const make of spoil) {
    {
      await using log = await here.open();
      assert.equal((await log.open()).length, 20);
    }
    make();
    await using log = await here.open();
    assert.equal((await log.open()).length, 20);
    const [first] = await log.open();
    assert.equal((await log.find(first?.entry.id ?? ""))?.hash, first?.hash);
  }
});

test("Files in the segments' directory that are no segments are left alone.", async (t) => {
  const here = room(t);
  await filled(here, 2);
  const foreign = [".DS_Store", "notes.txt", `${"0".repeat(20)}.jsonl.bak`, "00001.jsonl"];
  for (const name of foreign) writeFileSync(join(here.log, "segments", name), "hello");
  await filled(here, 2);
  await using log = await here.open();
  assert.equal((await all(log)).length, 5);
  for (const name of foreign) assert.equal(readFileSync(join(here.log, "segments", name), "utf8"), "hello");
});

test("A segment that does not follow the one before is refused.", async (t) => {
  const here = room(t);
  await filled(here, 2);
  writeFileSync(join(here.log, "segments", "00000000000000000009.jsonl"), "");
  await refuses(here, "MISSING_SEGMENT", /00000000000000000009.jsonl: expected it to begin with entry 3/);
});

test("The first segment is missing: no new log takes the place of the old one.", async (t) => {
  const here = room(t);
  await filled(here, 2);
  rmSync(firstSegment(here));
  await assert.rejects(here.open(), { code: "MISSING_SEGMENT" });
  await assert.rejects(openLog(here.log), { code: "NO_SUCH_LOG" });
});

test("Recovering a log says what it did and makes everything derived again.", async (t) => {
  const here = room(t);
  await filled(here, 300);
  writeFileSync(join(here.log, "tile", "0", "000"), Buffer.alloc(8192));
  appendFileSync(firstSegment(here), '{"actor":{"id":"pi');
  const steps: string[] = [];
  const recovery = await recoverLog(here.log, { keyDirectory: here.keys, report: (step) => steps.push(step) });
  assert.equal(recovery.entries, 302);
  assert.equal(recovery.torn?.bytes, 18);
  assert.equal(readFileSync(recovery.torn?.path ?? "", "utf8"), '{"actor":{"id":"pi');
  assert.equal(recovery.tiles, 1);
  assert.match(recovery.checkpoint, /^airworthy\/\w+\n302\n/);
  assert.equal(steps.length, 4);
  await using log = await here.open();
  assert.equal((await here.verify(log)).first, undefined);
  const again = await recoverLog(here.log, { keyDirectory: here.keys });
  assert.deepEqual({ ...again, checkpoint: "" }, { entries: 302, torn: undefined, tiles: 0, checkpoint: "" });
});
