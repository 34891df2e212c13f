import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { all, firstSegment, prescription, room } from "./log-room.ts";

const points = {
  "before-write": { kept: 0, torn: false },
  "within-first": { kept: 0, torn: true },
  "within-second": { kept: 1, torn: true },
  "after-write": { kept: 2, torn: false },
  "after-sync": { kept: 2, torn: false },
} as const;

for (const [point, { kept, torn }] of Object.entries(points)) {
  test(`A writer that is killed ${point} loses no acknowledged entry, and others go on.`, async (t) => {
    const here = room(t);
    const writer = here.start("append-and-stop", point);
    const acknowledged: string[] = [];
    for (let line = await writer.said(); line !== "stopped"; line = await writer.said()) acknowledged.push(line);
    assert.equal(acknowledged.length, 3);
    await writer.kill();

    await using log = await here.open();
    assert.equal(log.created, undefined);
    const [next] = await log.append(prescription());
    const entries = await all(log);
    const ids = entries.map(({ entry }) => entry.id);
    assert.deepEqual(ids.slice(1, 4), acknowledged);
    assert.equal(ids.at(-1), next?.entry.id);
    const types = entries.slice(4, -1).map(({ entry }) => entry.type);
    assert.deepEqual(types, [...Array(kept).fill("prescription"), ...(torn ? ["recovery"] : [])]);
    await log.close();
    const verification = await here.verify(log);
    assert.equal(verification.first, undefined);
    assert.equal(verification.good, entries.length);
  });
}

test("The bytes of an unfinished write are kept, and an entry says which they are.", async (t) => {
  const here = room(t);
  const writer = here.start("append-and-stop", "within-second");
  while ((await writer.said()) !== "stopped");
  await writer.kill();
  const segment = firstSegment(here);
  const before = readFileSync(segment);

  await using log = await here.open();
  await log.append(prescription());
  const entries = await all(log);
  const recovery = entries.find(({ entry }) => entry.type === "recovery");
  assert.ok(recovery);
  const { bytes, digest } = recovery.entry.data as { bytes: number; digest: string };
  const kept = readFileSync(join(here.log, "torn", `${digest}.bytes`));
  assert.deepEqual(readdirSync(join(here.log, "torn")), [`${digest}.bytes`]);
  assert.equal(kept.length, bytes);
  const good = entries.slice(0, recovery.entry.sequence).map(({ line }) => Buffer.concat([line, Buffer.from("\n")]));
  assert.deepEqual(Buffer.concat([...good, kept]), before);
});

test("Wherever a write is cut, the entries before it stay and the log goes on.", async (t) => {
  const here = room(t);
  const [head, segment] = [join(here.log, "head"), firstSegment(here)];
  {
    await using log = await here.open();
    await log.append(prescription());
  }
  let entries = 2;
  for (const part of [1, 2, 8, 9, 100, 300, 500, 700, 800, -100, -3, -2, -1]) {
    copyFileSync(head, join(here.home, "head"));
    const before = readFileSync(segment).length;
    const log = await here.open();
    await log.append(prescription());
    // From the beginning of the line, or back from its end: the last one lacks nothing but its newline.
    truncateSync(segment, (part > 0 ? before : readFileSync(segment).length) + part);
    // A writer that is killed within its write has not told others where the log ends.
    copyFileSync(join(here.home, "head"), head);

    await using next = await here.open();
    const [written] = await next.append(prescription());
    entries += 2;
    assert.equal(written?.entry.sequence, entries - 1);
    assert.equal((await all(next)).at(-2)?.entry.type, "recovery");
  }
  await using log = await here.open();
  assert.equal((await here.verify(log)).good, entries);
});

test("An interrupted recovery is recovered as well.", async (t) => {
  const here = room(t);
  const writer = here.start("append-and-stop", "within-second");
  while ((await writer.said()) !== "stopped");
  await writer.kill();
  // The recovery's own line is written in full, but the process ends before it cuts what is left of the torn bytes.
  const recoverer = here.start("recover-and-stop");
  assert.equal(await recoverer.said(), "stopped");
  await recoverer.kill();
  const ends = readFileSync(firstSegment(here));

  await using log = await here.open();
  await log.append(prescription());
  const types = (await all(log)).map(({ entry }) => entry.type);
  assert.deepEqual(types.slice(-3), ["recovery", "recovery", "prescription"]);
  assert.notEqual(ends.at(-1), 0x0a);
  assert.equal((await here.verify(log)).first, undefined);
});
