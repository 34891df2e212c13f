import { canonical } from "../../src/evidence/index.ts";
import { joinLines, LogMaker, sampleLog, samples, seal, segmentPath, testKey } from "../evidence/log-maker.ts";
import { base64, type Expected, everything, mallory, one, oneSegment, swap, text, two, type Vector } from "./vector.ts";

/** Logs of good lines, or nearly, that are not what was written in that order by that key. */

const log = sampleLog();
const given = everything(log);
const { lines } = log;
const file = (...changed: Buffer[]) => oneSegment(joinLines(changed));
const bad = (code: string, sequence: number, good = sequence, entries = 8): Expected => ({
  result: "invalid",
  code,
  sequence,
  good,
  entries,
});
const edited = (at: number, from: string | RegExp, to: string) =>
  lines.with(at, Buffer.from(swap(text(lines[at]), from, to)));

const afterRotation = (make: (log: LogMaker) => void): LogMaker => {
  const rotated = sampleLog();
  rotated.rotate(two);
  make(rotated);
  return rotated;
};

const oldKeyAgain = afterRotation((rotated) => {
  rotated.key = one;
  rotated.add("coverage", samples.coverage("closed"));
});

const rotationByNewKey = sampleLog();
rotationByNewKey.key = two;
rotationByNewKey.add("key", { publicKey: base64(two), reason: "" });

const rotationByForger = sampleLog();
rotationByForger.push(
  seal(canonical(rotationByForger.body("key", { publicKey: base64(mallory), reason: "" })), mallory),
);

const rotationToWeakKey = sampleLog();
rotationToWeakKey.add("key", {
  publicKey: Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString("base64"),
  reason: "",
});

const foreignEntry = sampleLog();
foreignEntry.key = mallory;
foreignEntry.add("coverage", samples.coverage("closed"));

const forgedEntry = sampleLog();
forgedEntry.push(seal(canonical(forgedEntry.body("coverage", samples.coverage("closed"))), mallory));

const otherLog = sampleLog({ origin: "example.com/other" });
const otherEntry = sampleLog();
otherEntry.push(
  seal(canonical({ ...otherEntry.body("coverage", samples.coverage("closed")), log: "example.com/other" }), one),
);

const falseBeginning = new LogMaker();
falseBeginning.lines.length = 0;
falseBeginning.key = mallory;
falseBeginning.add("log", { publicKey: base64(one) });

const linkedBeginning = new LogMaker();
linkedBeginning.lines.length = 0;
linkedBeginning.add("log", { publicKey: base64(one) }, { previous: "1".repeat(64) });

const handedToTrusted = sampleLog({ key: testKey("stolen") });
handedToTrusted.rotate(one);

export const badHistory: readonly Vector[] = [
  {
    name: "link-changed",
    says: "One digit of the hash of the entry before was changed.",
    files: file(
      ...edited(4, /"previous":"./, '"previous":"z'.replace("z", text(lines[4]).includes('"previous":"0') ? "1" : "0")),
    ),
    given,
    expected: bad("BROKEN_LINK", 4),
  },
  {
    name: "sequence-changed",
    says: "The sequence was changed.",
    files: file(...edited(4, '"sequence":4', '"sequence":40')),
    given,
    expected: bad("BROKEN_LINK", 4),
  },
  {
    name: "dropped-first",
    says: "The first entry is gone.",
    files: file(...lines.slice(1)),
    given,
    expected: bad("BROKEN_LINK", 0, 0, 7),
  },
  {
    name: "dropped-middle",
    says: "An entry in the middle is gone.",
    files: file(...lines.toSpliced(3, 1)),
    given,
    expected: bad("BROKEN_LINK", 3, 3, 7),
  },
  {
    name: "dropped-last",
    says: "The last entry is gone; the kept checkpoint knows of it.",
    files: file(...lines.slice(0, 7)),
    given,
    expected: bad("TRUNCATED_LOG", 7, 7, 7),
  },
  {
    name: "dropped-last-own-checkpoint",
    says: "The last entry is gone; the log's own checkpoint was forgotten there.",
    files: new Map([...file(...lines.slice(0, 7)), ["checkpoint", Buffer.from(log.checkpoint())]]),
    given: { keys: [base64(one)] },
    expected: bad("TRUNCATED_LOG", 7, 7, 7),
  },
  {
    name: "dropped-last-unseen",
    says: "The last entry is gone and nobody kept a checkpoint: this cannot be seen, and so the log is not proven.",
    files: file(...lines.slice(0, 7)),
    given: { keys: [base64(one)] },
    expected: { result: "unproven", good: 7, entries: 7 },
  },
  {
    name: "dropped-with-rotation",
    says: "Cut off before a change of keys; the checkpoint is of the later key, which the log no longer knows.",
    files: file(...lines),
    given: { keys: [base64(one), base64(two)], checkpoint: afterRotation(() => {}).checkpoint() },
    expected: bad("TRUNCATED_LOG", 8),
  },
  {
    name: "repeated",
    says: "An entry twice.",
    files: file(...lines.toSpliced(3, 0, lines[2] as Buffer)),
    given,
    expected: bad("BROKEN_LINK", 3, 3, 9),
  },
  {
    name: "repeated-last",
    says: "The last entry twice.",
    files: file(...lines, lines[7] as Buffer),
    given,
    expected: bad("BROKEN_LINK", 8, 8, 9),
  },
  {
    name: "swapped",
    says: "Two entries changed places.",
    files: file(...lines.with(3, lines[4] as Buffer).with(4, lines[3] as Buffer)),
    given,
    expected: bad("BROKEN_LINK", 3),
  },
  {
    name: "beginning-linked",
    says: "A first entry that says there was one before.",
    files: linkedBeginning.files(),
    given: { keys: [base64(one)] },
    expected: bad("BROKEN_LINK", 0, 0, 1),
  },
  {
    name: "beginning-by-other-key",
    says: "The first entry names one key and is signed by another.",
    files: falseBeginning.files(),
    given: { keys: [base64(one)] },
    expected: bad("UNKNOWN_KEY", 0, 0, 1),
  },
  {
    name: "unknown-key",
    says: "All is right, but another key wrote it.",
    files: sampleLog({ key: mallory }).files(),
    given: { keys: [base64(one), base64(two)] },
    expected: bad("UNKNOWN_KEY", 0, 0),
  },
  {
    name: "unknown-key-hands-over",
    says: "A stolen key hands over to the trusted one, which never signed anything here.",
    files: handedToTrusted.files(),
    given: { keys: [base64(one)] },
    expected: bad("UNKNOWN_KEY", 0, 0, 9),
  },
  {
    name: "entry-by-other-key",
    says: "One entry more, by a key that has nothing to do with the log.",
    files: foreignEntry.files(),
    given,
    expected: bad("UNKNOWN_KEY", 8, 8, 9),
  },
  {
    name: "entry-forged",
    says: "One entry more that names the right key and is signed by another.",
    files: forgedEntry.files(),
    given,
    expected: bad("BAD_SIGNATURE", 8, 8, 9),
  },
  {
    name: "entry-of-other-log",
    says: "One entry more that follows well, but is of another log.",
    files: otherEntry.files(),
    given,
    expected: bad("WRONG_LOG", 8, 8, 9),
  },
  {
    name: "other-log",
    says: "A good log, but the kept checkpoint is of another.",
    files: otherLog.files(),
    given,
    expected: bad("WRONG_LOG", 0, 8),
  },
  {
    name: "rotation-by-new-key",
    says: "The new key brings itself in.",
    files: rotationByNewKey.files(),
    given,
    expected: bad("UNKNOWN_KEY", 8, 8, 9),
  },
  {
    name: "rotation-forged",
    says: "A change of keys in the name of the old key, not signed by it.",
    files: rotationByForger.files(),
    given,
    expected: bad("BAD_SIGNATURE", 8, 8, 9),
  },
  {
    name: "rotation-to-weak-key",
    says: "A change to a key under which anybody can sign.",
    files: rotationToWeakKey.files(),
    given,
    expected: bad("BAD_KEY", 8, 8, 9),
  },
  {
    name: "rotation-ignored",
    says: "The old key signs on after it handed over.",
    files: oldKeyAgain.files(),
    given,
    expected: bad("UNKNOWN_KEY", 9, 9, 10),
  },
  {
    name: "segment-in-wrong-file",
    says: "The parts of two files changed places.",
    files: new Map([
      [segmentPath(0), joinLines(lines.slice(0, 2))],
      [segmentPath(2), joinLines(lines.slice(4))],
      [segmentPath(4), joinLines(lines.slice(2, 4))],
    ]),
    given,
    expected: bad("BROKEN_LINK", 2),
  },
];
