import { hash } from "node:crypto";
import { writeCheckpoint } from "../../src/evidence/index.ts";
import { joinLines, sampleLog, samples, segmentPath } from "../evidence/log-maker.ts";
import { base64, type Expected, everything, mallory, one, oneSegment, swap, two, type Vector } from "./vector.ts";

/** Files that are damaged, gone or at odds with one another, and logs with a second history. */

const log = sampleLog();
const given = everything(log);
const whole = joinLines(log.lines);
const bad = (code: string, sequence: number, good = sequence, entries = 8): Expected => ({
  result: "invalid",
  code,
  sequence,
  good,
  entries,
});
const added = (...bytes: (string | Buffer | undefined)[]) =>
  oneSegment(Buffer.concat([whole, ...bytes.map((more) => Buffer.from(more ?? ""))]));

const forked = log.fork(5);
for (const name of ["a", "b", "c"]) forked.add("prescription", samples.prescription(name));

const rotated = sampleLog();
rotated.rotate(two);
rotated.add("coverage", samples.coverage("closed"));

const segments = log.files({ segments: [0, 3, 5] });
const without = (path: string) => new Map([...segments].filter(([name]) => name !== path));
const renamed = (from: number, to: number) =>
  new Map([...segments].map(([name, bytes]) => [name === segmentPath(from) ? segmentPath(to) : name, bytes]));

const stored = Buffer.from("replicas: 3\n");
const digest = hash("sha256", stored);
const withArtifact = sampleLog();
withArtifact.add("prescription", {
  ...samples.prescription(),
  artifacts: [{ name: "web.yaml", digest, size: stored.length, stored: true }],
});
const artifactPath = `artifacts/sha256/${digest.slice(0, 2)}/${digest}`;
const artifactsGiven = { ...everything(withArtifact), artifacts: true };

const wrongRoot = writeCheckpoint({ origin: log.origin, size: 8, root: Buffer.alloc(32, 7) }, one.publicKey, one.sign);
const spoiled = swap(log.checkpoint(), /(— \S+ \S{20})./u, "$1A");
const [tilePath = "", tile = Buffer.alloc(0)] = [...log.tiles()][0] ?? [];
const badTile = Buffer.from(tile);
badTile.writeUInt8(badTile.readUInt8(3 * 32) ^ 1, 3 * 32);

export const badFiles: readonly Vector[] = [
  {
    name: "crlf",
    says: "Line ends as Windows has them.",
    files: oneSegment(Buffer.from(whole.toString().replaceAll("\n", "\r\n"))),
    given,
    expected: bad("MALFORMED_ENTRY", 0),
  },
  {
    name: "byte-order-mark-first",
    says: "A byte order mark at the start of the file.",
    files: oneSegment(Buffer.from(`\ufeff${whole}`)),
    given,
    expected: bad("MALFORMED_ENTRY", 0),
  },
  {
    name: "trailing-line",
    says: "A line after the last entry that is none.",
    files: added("#\n"),
    given,
    expected: bad("MALFORMED_ENTRY", 8, 8, 9),
  },
  {
    name: "trailing-blank-line",
    says: "An empty line after the last entry.",
    files: added("\n"),
    given,
    expected: bad("MALFORMED_ENTRY", 8, 8, 9),
  },
  {
    name: "torn-tail",
    says: "The last write was not finished. The entries before it are good.",
    files: added(log.lines[2]?.subarray(0, 300)),
    given,
    expected: bad("TORN_TAIL", 8),
  },
  {
    name: "torn-newline",
    says: "Only the last newline is missing, and so the last write was not finished. The checkpoint knew of its entry.",
    files: oneSegment(whole.subarray(0, -1)),
    given,
    expected: bad("TRUNCATED_LOG", 7, 7, 7),
  },
  {
    name: "torn-zeros",
    says: "Zeros at the end, as a file system may leave them after a power failure.",
    files: added(Buffer.alloc(100)),
    given,
    expected: bad("TORN_TAIL", 8),
  },
  {
    name: "torn-in-the-middle",
    says: "A file that ends within a line, and another one after it.",
    files: new Map([
      [segmentPath(0), joinLines(log.lines.slice(0, 3)).subarray(0, -1)],
      [segmentPath(3), joinLines(log.lines.slice(3))],
    ]),
    given,
    expected: bad("MALFORMED_ENTRY", 2, 2, 7),
  },
  {
    name: "torn-first",
    says: "Not even the first entry was written whole.",
    files: oneSegment(whole.subarray(0, 100)),
    given,
    expected: { result: "error", code: "EMPTY_LOG" },
  },
  {
    name: "empty",
    says: "A log without entries is no log: it begins with one about itself.",
    files: oneSegment(Buffer.alloc(0)),
    given,
    expected: { result: "error", code: "EMPTY_LOG" },
  },
  {
    name: "missing",
    says: "There is no log here.",
    files: new Map([["notes.txt", Buffer.from("no log here\n")]]),
    given,
    expected: { result: "error", code: "NO_SUCH_LOG" },
  },
  {
    name: "segment-missing",
    says: "The second of three files is gone.",
    files: without(segmentPath(3)),
    given,
    expected: bad("MISSING_SEGMENT", 3, 3, 6),
  },
  {
    name: "segment-missing-first",
    says: "The first of three files is gone.",
    files: without(segmentPath(0)),
    given,
    expected: bad("MISSING_SEGMENT", 0, 0, 5),
  },
  {
    name: "segment-missing-last",
    says: "The last of three files is gone; the kept checkpoint knows of its entries.",
    files: without(segmentPath(5)),
    given,
    expected: bad("TRUNCATED_LOG", 5, 5, 5),
  },
  {
    name: "segment-emptied",
    says: "The second of three files is empty.",
    files: new Map([...segments, [segmentPath(3), Buffer.alloc(0)]]),
    given,
    expected: bad("MISSING_SEGMENT", 3, 3, 6),
  },
  {
    name: "segment-renamed",
    says: "The last file is named after an entry that it does not begin with.",
    files: renamed(5, 6),
    given,
    expected: bad("MISNAMED_SEGMENT", 5),
  },
  {
    name: "segment-renamed-first",
    says: "The only file is named after an entry that it does not begin with.",
    files: new Map([[segmentPath(1), whole]]),
    given,
    expected: bad("MISNAMED_SEGMENT", 0),
  },
  {
    name: "segment-renamed-to-end",
    says: "The second file has become the last.",
    files: renamed(3, 9),
    given,
    expected: bad("MISSING_SEGMENT", 3),
  },
  {
    name: "forked",
    says: "Two histories with one beginning, each under a checkpoint: the kept one is of the other.",
    files: forked.files({ checkpoint: forked.checkpoint() }),
    given,
    expected: bad("FORKED_LOG", 7, 0),
  },
  {
    name: "forked-own-checkpoint",
    says: "The entries agree with the kept checkpoint; the log's own checkpoint is of another history.",
    files: log.files({ checkpoint: forked.checkpoint() }),
    given,
    expected: bad("FORKED_LOG", 7, 0),
  },
  {
    name: "rewritten",
    says: "The key's holder wrote the end again. All signatures are right; the kept checkpoint is of what was before.",
    files: forked.files(),
    given,
    expected: bad("REWRITTEN_LOG", 7, 0),
  },
  {
    name: "rewritten-own-checkpoint",
    says: "The end was written again, and the log's own checkpoint is still that of before.",
    files: forked.files({ checkpoint: log.checkpoint() }),
    given: { keys: [base64(one)] },
    expected: bad("REWRITTEN_LOG", 7, 0),
  },
  {
    name: "checkpoint-wrong-root",
    says: "A checkpoint that is signed, over a tree that is not this one.",
    files: log.files(),
    given: { ...given, checkpoint: wrongRoot },
    expected: bad("REWRITTEN_LOG", 7, 0),
  },
  {
    name: "checkpoint-by-other-key",
    says: "The right root, signed by a key that is not the log's.",
    files: log.files(),
    given: { ...given, checkpoint: log.checkpoint(8, mallory) },
    expected: bad("BAD_CHECKPOINT", 8),
  },
  {
    name: "checkpoint-by-old-key",
    says: "The right root, signed by the first key after it had handed over.",
    files: rotated.files(),
    given: { ...given, checkpoint: rotated.checkpoint(10, one) },
    expected: bad("BAD_CHECKPOINT", 10, 10, 10),
  },
  {
    name: "checkpoint-spoiled",
    says: "The signature of the kept checkpoint was changed.",
    files: log.files(),
    given: { ...given, checkpoint: spoiled },
    expected: bad("BAD_CHECKPOINT", 8),
  },
  {
    name: "checkpoint-own-spoiled",
    says: "The log's own checkpoint is damaged.",
    files: log.files({ checkpoint: "not a checkpoint\n" }),
    given,
    expected: bad("BAD_CHECKPOINT", 8),
  },
  {
    name: "checkpoint-unreadable",
    says: "What was kept is no checkpoint at all: that says nothing about the log.",
    files: log.files(),
    given: { ...given, checkpoint: "not a checkpoint\n" },
    expected: { result: "error", code: "BAD_CHECKPOINT" },
  },
  {
    name: "tile-changed",
    says: "One hash in a tile is not that of its entry.",
    files: new Map([...log.files({ checkpoint: log.checkpoint() }), [tilePath, badTile]]),
    given,
    expected: bad("BAD_TILE", 3, 8),
  },
  {
    name: "artifact-changed",
    says: "A stored artifact was changed.",
    files: new Map([...withArtifact.files(), [artifactPath, Buffer.from("replicas: 4\n")]]),
    given: artifactsGiven,
    expected: bad("BAD_ARTIFACT", 8, 9, 9),
  },
  {
    name: "artifact-missing",
    says: "A stored artifact is gone.",
    files: withArtifact.files(),
    given: artifactsGiven,
    expected: bad("BAD_ARTIFACT", 8, 9, 9),
  },
];
