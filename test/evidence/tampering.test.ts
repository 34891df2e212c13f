import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import {
  EvidenceProblem,
  proveInclusion,
  readHashesFromTiles,
  tilePath,
  type Verification,
  verifyLog,
  verifyProof,
  writeProof,
} from "../../src/evidence/index.ts";
import { joinLines, sampleLog, samples, segmentPath, testKey, writeFiles } from "./log-maker.ts";

/** Whoever holds the files does one thing to them; whoever holds the key and a checkpoint must see it. */

const log = sampleLog();
log.rotate(testKey("two"));
log.add("coverage", samples.coverage("closed"));
const { lines } = log;
const kept = log.checkpoint();
const keys = [testKey("one").publicKey, testKey("two").publicKey];

const directory = mkdtempSync(join(tmpdir(), "airworthy-tampering-"));
after(() => rmSync(directory, { recursive: true, force: true }));
writeFiles(directory, log.files({ checkpoint: kept }));
const segment = join(directory, segmentPath(0));

async function verify(bytes: Buffer, checkpoint = kept): Promise<Verification> {
  writeFileSync(segment, bytes);
  return await verifyLog(directory, { keys, checkpoint, workers: 0 });
}

const flip = (bytes: Buffer, bit: number) => {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return flipped;
};

test("The log is valid before anything is done to it.", async () => {
  assert.equal((await verify(joinLines(lines))).result, "valid");
});

test("Any changed bit is found, at the entry that it is in.", async () => {
  const whole = joinLines(lines);
  const lineOf = (byte: number) => whole.subarray(0, byte).filter((one) => one === 10).length;
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
      const { result, first, good } = await verify(flip(whole, bit));
      assert.equal(result, "invalid");
      assert.equal(first?.sequence, lineOf(bit >> 3));
      assert.equal(good, first?.sequence);
    }),
    { numRuns: 400 },
  );
});

test("Any dropped entry is found, at its place.", async () => {
  for (const at of lines.keys()) {
    const { result, first } = await verify(joinLines(lines.toSpliced(at, 1)));
    const code = at === lines.length - 1 ? "TRUNCATED_LOG" : "BROKEN_LINK";
    assert.deepEqual([result, first?.code, first?.sequence], ["invalid", code, at]);
  }
});

test("Any cut is found, wherever it is.", async () => {
  const whole = joinLines(lines);
  const first = (lines[0]?.length ?? 0) + 1;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: first, max: whole.length - 1 }), async (length) => {
      const { first: fault, entries, good } = await verify(whole.subarray(0, length));
      assert.equal(fault?.code, "TRUNCATED_LOG");
      assert.equal(good, entries);
    }),
    { numRuns: 100 },
  );
});

test("Any repeated entry is found, wherever it is put.", async () => {
  for (const [from, line] of lines.entries()) {
    for (let to = 0; to <= lines.length; to += 1) {
      const { result, first } = await verify(joinLines(lines.toSpliced(to, 0, line)));
      // Before or after itself makes the same log.
      const place = to === from ? to + 1 : to;
      assert.deepEqual([result, first?.code, first?.sequence], ["invalid", "BROKEN_LINK", place], `${from} to ${to}`);
    }
  }
});

test("Any two entries that changed places are found, at the first of them.", async () => {
  for (const [a, one] of lines.entries()) {
    for (const [b, two] of lines.entries()) {
      if (b <= a) continue;
      const { result, first } = await verify(joinLines(lines.with(a, two).with(b, one)));
      assert.deepEqual([result, first?.code, first?.sequence], ["invalid", "BROKEN_LINK", a]);
    }
  }
});

test("No changed bit of a kept checkpoint leaves the log valid.", async () => {
  const bytes = Buffer.from(kept);
  const whole = joinLines(lines);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      try {
        const { result } = await verify(whole, flip(bytes, bit).toString("utf8"));
        assert.equal(result, "invalid");
      } catch (problem) {
        assert.ok(problem instanceof EvidenceProblem && problem.code === "BAD_CHECKPOINT", `threw ${problem}`);
      }
    }),
  );
});

test("No changed bit of a proof leaves it good.", async () => {
  const tiles = log.tiles();
  const read = readHashesFromTiles(lines.length, async (place) => tiles.get(tilePath(place)) ?? Buffer.alloc(0));
  const line = lines[3] ?? Buffer.alloc(0);
  const proof = writeProof({
    sequence: 3,
    line,
    hashes: await proveInclusion(3, lines.length, read),
    checkpoint: kept,
  });
  assert.equal(verifyProof(proof, keys).entry.sequence, 3);
  assert.throws(() => verifyProof(proof, testKey("one").publicKey), { code: "BAD_CHECKPOINT" });
  const bytes = Buffer.from(proof);
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      assert.throws(() => verifyProof(flip(bytes, bit).toString("utf8"), keys), { name: "EvidenceProblem" });
    }),
    { numRuns: 400 },
  );
});

test("Whatever bytes a log has, it is judged or refused, and nothing else is ever thrown.", async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...lines.map((line) => joinLines([line]))),
    fc.constantFrom(...lines),
    fc.constant(Buffer.from("\n")),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const bytes = Buffer.concat(pieces);
      try {
        const { result, entries, good } = await verify(bytes);
        assert.ok(result === "invalid" || bytes.equals(joinLines(lines)));
        assert.ok(good <= entries);
      } catch (problem) {
        assert.ok(problem instanceof EvidenceProblem && problem.code === "EMPTY_LOG", `threw ${problem}`);
      }
    }),
    { numRuns: 200 },
  );
});
