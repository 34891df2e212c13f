import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { longestLine, type Progress, verifyLog } from "../../src/evidence/index.ts";
import { joinLines, LogMaker, samples, segmentPath, testKey, writeFiles } from "./log-maker.ts";

test("The verifier knows the format and nothing else: not the writer, not the rest of the program.", () => {
  const folder = join(import.meta.dirname, "..", "..", "src", "evidence", "verify");
  const imported = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)])
    .map(([, path = ""]) => path)
    .filter((path) => !isBuiltin(path) && !path.startsWith("./"));
  assert.deepEqual([...new Set(imported)], ["../format/index.ts"]);
});

function placeFor(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "airworthy-verify-"));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const [one, two, three] = [testKey("one"), testKey("two"), testKey("three")];

/** Entries of a hundred kilobytes: eleven fill what one thread is given at a time. */
function longLog(entries: number, rotateAt: ReadonlyMap<number, typeof two> = new Map()): LogMaker {
  const log = new LogMaker({ key: one });
  while (log.lines.length < entries) {
    const to = rotateAt.get(log.lines.length);
    if (to) log.rotate(to);
    else log.add("prescription", { ...samples.prescription(), intent: "x".repeat(100_000) });
  }
  return log;
}

test("A log of several ranges is joined, with threads and without, across changes of keys and of files.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(
    60,
    new Map([
      [13, two],
      [40, three],
    ]),
  );
  writeFiles(directory, log.files({ segments: [0, 7, 30], checkpoint: log.checkpoint(), tiles: true }));
  for (const workers of [0, 1, 3]) {
    const seen: Progress[] = [];
    const verification = await verifyLog(directory, {
      keys: [one.publicKey],
      checkpoint: log.checkpoint(20, two),
      workers,
      onProgress: (progress) => seen.push(progress),
    });
    assert.equal(verification.result, "valid");
    assert.deepEqual(
      verification.keys.map(({ id, from, trusted }) => [id, from, trusted]),
      [
        [one.id, 0, true],
        [two.id, 14, false],
        [three.id, 41, false],
      ],
    );
    assert.ok(seen.length > 3, `${seen.length} ranges`);
    assert.equal(seen.at(-1)?.entries, 60);
    assert.equal(seen.at(-1)?.bytes, seen.at(-1)?.totalBytes);
  }
});

test("A fault deep in a long log has its place, with threads and without.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(60, new Map([[13, two]]));
  const spoiled = Buffer.from((log.lines[45] ?? "").toString().replace("shop", "shoe"));
  log.lines[45] = spoiled;
  writeFiles(directory, log.files({ segments: [0, 30] }));
  const offset = joinLines(log.lines.slice(30, 45)).length;
  for (const workers of [0, 2]) {
    const { first, good, entries } = await verifyLog(directory, { workers });
    assert.deepEqual(
      { ...first, message: undefined, hint: undefined },
      { sequence: 45, code: "BAD_SIGNATURE", segment: segmentPath(30), offset, message: undefined, hint: undefined },
    );
    assert.deepEqual([good, entries], [45, 60]);
  }
});

test("A forged entry is found before a later one that cannot be read.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(5);
  log.lines[2] = Buffer.from((log.lines[2] ?? "").toString().replace("shop", "shoe"));
  log.lines[3] = Buffer.from("{}");
  writeFiles(directory, log.files());
  assert.equal((await verifyLog(directory)).first?.sequence, 2);
});

test("Full tiles and the levels above them are compared.", async (context) => {
  const directory = placeFor(context);
  const log = new LogMaker();
  while (log.lines.length < 520) log.add("coverage", samples.coverage("open"));
  const files = log.files({ checkpoint: log.checkpoint(), tiles: true });
  writeFiles(directory, files);
  const { result, checked } = await verifyLog(directory);
  assert.equal(result, "unproven");
  assert.ok(checked.includes("tiles of the tree: 4"), checked.join("; "));

  const level1 = Buffer.from(files.get("tile/1/000.p/2") ?? "");
  level1.writeUInt8(level1.readUInt8(40) ^ 1, 40);
  writeFiles(directory, new Map([["tile/1/000.p/2", level1]]));
  const { first } = await verifyLog(directory);
  assert.deepEqual([first?.code, first?.sequence], ["BAD_TILE", 256]);

  rmSync(join(directory, "tile", "1", "000.p", "2"));
  rmSync(join(directory, "tile", "0", "001"));
  const { remarks, result: without } = await verifyLog(directory);
  assert.equal(without, "unproven");
  assert.ok(remarks.includes("tiles that are missing: 1, the first is tile/0/001"), remarks.join("; "));
});

test("Artifacts are read anew for each verification.", async (context) => {
  const directory = placeFor(context);
  const bytes = Buffer.from("replicas: 3");
  const digest = hash("sha256", bytes);
  const path = `artifacts/sha256/${digest.slice(0, 2)}/${digest}`;
  const log = new LogMaker();
  const artifact = { name: "web.yaml", digest, size: bytes.length, stored: true };
  for (const _ of [1, 2]) log.add("prescription", { ...samples.prescription(), artifacts: [artifact] });
  writeFiles(directory, new Map([...log.files(), [path, bytes]]));
  const { result, checked } = await verifyLog(directory, { artifacts: true });
  assert.equal(result, "unproven");
  assert.ok(checked.includes("stored artifacts: 2"), checked.join("; "));
  writeFiles(directory, new Map([[path, Buffer.from("replicas: 4")]]));
  const { first } = await verifyLog(directory, { artifacts: true });
  assert.deepEqual([first?.code, first?.sequence], ["BAD_ARTIFACT", 1]);
  assert.equal((await verifyLog(directory)).result, "unproven");
});

test("A line without an end is refused at the length that a line may have, however long the file is.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(3);
  const endless = Buffer.alloc(longestLine * 2, "x");
  writeFiles(directory, new Map([[segmentPath(0), Buffer.concat([joinLines(log.lines), endless])]]));
  const { first, good } = await verifyLog(directory);
  assert.deepEqual([first?.code, first?.sequence, good], ["MALFORMED_ENTRY", 3, 3]);
});

test("A log that is being written to is judged by what is whole.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(30);
  const whole = joinLines(log.lines);
  const half = whole.length - 50_000;
  writeFiles(directory, new Map([[segmentPath(0), whole.subarray(0, half)]]));
  let finished = false;
  const { result, entries, good, remarks } = await verifyLog(directory, {
    workers: 0,
    onProgress: () => {
      // The other writer finishes its entry while we are at an earlier one.
      if (!finished) appendFileSync(join(directory, segmentPath(0)), whole.subarray(half));
      finished = true;
    },
  });
  assert.deepEqual([result, entries, good], ["unproven", 29, 29]);
  assert.ok(remarks.includes("the log was being written to: the newest entries were left out"), remarks.join("; "));
});

test("It stops when it is told to.", async (context) => {
  const directory = placeFor(context);
  writeFiles(directory, longLog(60).files());
  for (const workers of [0, 2]) {
    const stop = new AbortController();
    const stopped = verifyLog(directory, { workers, signal: stop.signal, onProgress: () => stop.abort() });
    await assert.rejects(stopped, { name: "AbortError" });
  }
});

test("Files that are not of the log are pointed out.", async (context) => {
  const directory = placeFor(context);
  const log = longLog(2);
  writeFiles(directory, new Map([...log.files(), ["segments/old.jsonl", joinLines(log.lines)]]));
  const { result, remarks } = await verifyLog(directory);
  assert.equal(result, "unproven");
  assert.ok(remarks.includes("segments/old.jsonl is not a part of the log"));
});

test("Who could have written is counted entry by entry.", async (context) => {
  const directory = placeFor(context);
  const log = new LogMaker();
  for (const custody of ["separate", "shared", "separate"] as const) {
    log.add("coverage", samples.coverage("open"), { capture: { channel: "recorder", custody } });
  }
  writeFiles(directory, log.files());
  const { custody, remarks } = await verifyLog(directory);
  assert.deepEqual(custody, { separate: 2, shared: 2 });
  assert.ok(remarks.includes("2 of 4 entries: the key was within reach of whoever is recorded"), remarks.join("; "));
});

test("Files that cannot be read are no verdict about the log.", async (context) => {
  const directory = placeFor(context);
  writeFiles(directory, new Map([...longLog(2).files(), ["checkpoint/folder", Buffer.from("")]]));
  await assert.rejects(verifyLog(directory), { code: "NOT_READABLE", message: /expected to read it, found E[A-Z]+$/ });
});

test("A trusted key that is no key is refused before anything is read.", async () => {
  await assert.rejects(verifyLog("/nowhere", { keys: [Buffer.alloc(31)] }), { code: "BAD_KEY" });
  await assert.rejects(verifyLog(join(tmpdir(), "airworthy-nowhere")), { code: "NO_SUCH_LOG" });
});
