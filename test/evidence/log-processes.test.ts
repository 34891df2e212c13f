import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { all, type Fixture, prescription, type Room, room } from "./log-room.ts";

/** What all of them say, once they have ended well. */
async function saidBy(fixtures: readonly Fixture[]): Promise<string[]> {
  const said = await Promise.all(
    fixtures.map(async (fixture) => {
      const lines: string[] = [];
      for await (const line of fixture.lines) lines.push(line);
      assert.equal(await fixture.ended, 0);
      return lines;
    }),
  );
  return said.flat();
}

async function mustBeWhole(here: Room, acknowledged: readonly string[]): Promise<void> {
  await using log = await here.open();
  const verification = await here.verify(log);
  assert.equal(verification.first, undefined);
  assert.equal(verification.good, verification.entries);
  const ids = new Set((await all(log)).map(({ entry }) => entry.id));
  assert.equal(new Set(acknowledged).size, acknowledged.length);
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  );
}

test("Sixteen processes write 500 entries each, without a fork and without a loss.", async (t) => {
  const here = room(t);
  await (await here.open()).close();
  const writers = Array.from({ length: 16 }, () => here.start("append-many", "500"));
  const acknowledged = await saidBy(writers);
  assert.equal(acknowledged.length, 16 * 500);
  await mustBeWhole(here, acknowledged);
});

test("Writers are killed at any moment while others write, and no acknowledged entry is lost.", async (t) => {
  const here = room(t);
  await (await here.open()).close();
  const steady = [here.start("append-many", "150"), here.start("append-many", "150")];
  const acknowledged: string[] = [];
  for (let victim = 0; victim < 6; victim += 1) {
    const writer = here.start("append-many", "100000");
    // It gets to write some, a different number each time, and is killed in the middle of the next.
    for (let some = 0; some <= victim * 7; some += 1) acknowledged.push(await writer.said());
    await writer.kill();
    // Lines that it printed before it ended, the last of which may be a part.
    for await (const line of writer.lines) if (line.length === 36) acknowledged.push(line);
  }
  acknowledged.push(...(await saidBy(steady)));
  await mustBeWhole(here, acknowledged);
});

test("Of several who start a log at once one makes it, and all of them write to it.", async (t) => {
  const here = room(t);
  const acknowledged = await saidBy(Array.from({ length: 6 }, () => here.start("append-many", "5")));
  await using log = await here.open();
  assert.equal((await all(log)).length, 1 + 6 * 5);
  await mustBeWhole(here, acknowledged);
  // A key and a secret; those who came late have put theirs away.
  assert.equal(readdirSync(here.keys).length, 2);
  assert.deepEqual(readdirSync(join(here.log, "segments")), [`${"0".repeat(20)}.jsonl`]);
});

test("Also within one process several openers of a new log come to the same one.", async (t) => {
  const here = room(t);
  const logs = await Promise.all(Array.from({ length: 5 }, () => here.open()));
  assert.equal(logs.filter(({ created }) => created !== undefined).length, 1);
  assert.equal(new Set(logs.map(({ origin }) => origin)).size, 1);
  await Promise.all(logs.map((log) => log.append(prescription())));
  for (const log of logs) await log.close();
  const [log] = logs;
  assert.ok(log);
  assert.equal((await here.verify(log)).good, 6);
});

test("When the key changes, a process that is writing goes on with the new one.", async (t) => {
  const here = room(t);
  await using log = await here.open();
  const before = log.keyPath;
  const writer = here.start("append-many", "200");
  const acknowledged = [await writer.said()];
  const change = await log.rotateKey("every year");
  acknowledged.push(...(await saidBy([writer])));
  assert.equal(acknowledged.length, 200);
  assert.notEqual(log.keyPath, before);

  const entries = await all(log);
  const keys = [...new Set(entries.map(({ entry }) => entry.key))];
  assert.equal(keys.length, 2);
  for (const { entry } of entries) assert.equal(entry.key, keys[entry.sequence > change.entry.sequence ? 1 : 0]);
  assert.ok(entries.filter(({ entry }) => entry.sequence > change.entry.sequence).length > 0);
  await mustBeWhole(here, acknowledged);
});

test("A lock file that somebody removed is replaced, and no two write at once.", async (t) => {
  const here = room(t);
  await using first = await here.open();
  await using second = await here.open();
  await first.append(prescription());
  await second.append(prescription());
  rmSync(join(here.log, "lock"));
  await Promise.all([first, second, first, second].map((log) => log.append(prescription())));
  await first.close();
  await second.close();
  assert.equal((await here.verify(first)).good, 7);
});
