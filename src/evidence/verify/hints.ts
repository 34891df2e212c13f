import type { EvidenceCode } from "../format/index.ts";

const hints: Partial<Record<EvidenceCode, string>> = {
  MALFORMED_ENTRY: "the line was changed, or never was an entry; those before it agree with one another",
  WRONG_LOG: "something was put in from another log, or another log is in this one's place",
  BROKEN_LINK: "an entry was changed, dropped, repeated or moved here; those before it agree with one another",
  UNKNOWN_KEY: "somebody else wrote here, or the right public key was not given",
  BAD_SIGNATURE: "the entry was changed after it was signed, or somebody without the key wrote it",
  BAD_KEY: "whoever chose such a key could later say that anybody had signed; trust nothing from here on",
  MISSING_SEGMENT: "put the file back from a copy; what is there before and after it may still be good",
  MISNAMED_SEGMENT: "the file was renamed; give it the name of its first entry's sequence, in 20 digits",
  TRUNCATED_LOG: "entries were cut off the end: look for a copy of them, and for who could write to these files",
  REWRITTEN_LOG: "only the holder of the key can do that: compare with a copy from before",
  FORKED_LOG: "only the holder of the key can do that: both checkpoints together prove it",
  BAD_CHECKPOINT: "take the checkpoint from where it was kept again, and see that it is of this log",
  TORN_TAIL: "a crash does that: run log recover, which keeps the bytes and goes on from the entry before",
  BAD_TILE: "the entries are good; run log recover to make the tiles again",
  BAD_ARTIFACT: "the entries are good; the stored bytes are not those that were recorded",
};

export function hintFor(code: EvidenceCode): string {
  return hints[code] ?? "see docs/spec/verification.md";
}
