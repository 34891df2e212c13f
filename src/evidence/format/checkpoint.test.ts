import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { openCheckpoint, parseCheckpoint, signerOfCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { noteKeyHash, signer } from "./keys.ts";
import { parseNote, signerOf } from "./note.ts";
import { EvidenceProblem } from "./problem.ts";
import { parseProof, writeProof } from "./proof-text.ts";
import { publicKeyObject, rawPublicKey, readPublicKey } from "./public-key.ts";

function keyFrom(byte: number) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, byte)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: rawPublicKey(privateKey), sign: signer(privateKey) };
}
const [one, two] = [keyFrom(1), keyFrom(2)];
const state = { origin: "example.com/log", size: 20852163, root: Buffer.alloc(32, 7) };
const note = writeCheckpoint(state, one.publicKey, one.sign);

test("A note that another program signed is understood: the published example of Go's note package.", () => {
  const key = readPublicKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
  const words =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
  assert.equal(signerOf(parseNote(words), "PeterNeumann", [two.publicKey, key]), key);
  assert.throws(() => signerOf(parseNote(words.replace("think", "thank")), "PeterNeumann", [key]), {
    code: "BAD_CHECKPOINT",
  });
});

test("The bytes of a checkpoint are frozen.", () => {
  assert.equal(
    note,
    `example.com/log
20852163
BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=

— example.com/log m+XTxkIIlOr8y1RwTZpfsoAdHizb+yp3b/oNnqzkhzgbElYcyiQ0NQrj7nZOI659Xss2znOawW6DN1ItMWXhu0wjuA0=
`,
  );
});

test("A checkpoint is opened by the key that signed it, and by no other.", () => {
  assert.deepEqual(openCheckpoint(note, [two.publicKey, one.publicKey]), state);
  assert.throws(() => openCheckpoint(note, [two.publicKey]), { code: "BAD_CHECKPOINT", message: /none of the known/ });
  assert.throws(() => openCheckpoint(note, []), { code: "BAD_CHECKPOINT" });
});

test("Signatures of others are ignored, a wrong one of a known key is not.", () => {
  const other = writeCheckpoint({ ...state, size: 1 }, two.publicKey, two.sign).split("\n\n")[1];
  assert.deepEqual(openCheckpoint(note + other, [one.publicKey]), state);
  assert.throws(() => openCheckpoint(note + other, [one.publicKey, two.publicKey]), { message: /is wrong/ });
});

test("A signature under another name does not count.", () => {
  const renamed = note.replace("— example.com/log", "— example.com/other");
  assert.equal(signerOfCheckpoint(parseCheckpoint(renamed), [one.publicKey]), undefined);
});

test("A checkpoint that is not written in the one way is refused.", () => {
  const [text = "", signature = ""] = note.split("\n\n");
  const [origin, size, root] = text.split("\n");
  const with3 = (a?: string, b?: string, c?: string, rest = "") => `${a}\n${b}\n${c}\n${rest}\n${signature}`;
  const wrong = [
    "",
    "\n\n",
    text,
    `${text}\n\n`,
    note.slice(0, -1),
    `${note}\n`,
    note.replaceAll("\n", "\r\n"),
    note.replace("—", "-"),
    note.replace("— example", "—  example"),
    note.replace(/=\n$/, "\n"),
    with3("two words", size, root),
    with3("", size, root),
    with3(origin, "0", root),
    with3(origin, "07", root),
    with3(origin, "-1", root),
    with3(origin, "1e3", root),
    with3(origin, "9007199254740993", root),
    with3(origin, size, `${root} `),
    with3(origin, size, Buffer.alloc(31).toString("base64")),
    with3(origin, size, root?.replace("=", "")),
    with3(origin, size, root, "an extension\n"),
    `${note}${`${signature.trim()}\n`.repeat(100)}`,
    `${"x".repeat(1024 * 1024)}${note}`,
  ];
  for (const words of wrong) {
    assert.throws(
      () => parseCheckpoint(words),
      { name: "EvidenceProblem", code: "BAD_CHECKPOINT" },
      words.slice(0, 200),
    );
  }
});

test("Whatever the text is, it is read or refused, and nothing else is ever thrown.", () => {
  const only = (read: (words: string) => unknown) => (words: string) => {
    try {
      read(words);
    } catch (problem) {
      assert.ok(problem instanceof EvidenceProblem, `threw ${problem}`);
    }
  };
  const proof = writeProof({ sequence: 7, line: Buffer.from("{}"), hashes: [Buffer.alloc(32)], checkpoint: note });
  const spoiled = (words: string) =>
    fc
      .tuple(fc.nat(words.length), fc.nat(5), fc.string({ unit: "binary", maxLength: 5 }))
      .map(([at, gone, come]) => words.slice(0, at) + come + words.slice(at + gone));
  for (const read of [
    parseCheckpoint,
    parseProof,
    readPublicKey,
    (words: string) => openCheckpoint(words, [one.publicKey]),
  ]) {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary" }), spoiled(note), spoiled(proof)), only(read)));
  }
});

test("A proof comes back as it was written, and only in its one form.", () => {
  const proof = { sequence: 7, line: Buffer.from("an entry"), hashes: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] };
  const words = writeProof({ ...proof, checkpoint: note });
  assert.deepEqual(parseProof(words), { ...proof, checkpoint: note });
  assert.equal(words.split("\n").slice(0, 3).join("\n"), "c2sp.org/tlog-proof@v1\nextra YW4gZW50cnk=\nindex 7");
  for (const wrong of ["index 07", "index -7", "index 7 ", "index", "Index 7"]) {
    assert.throws(() => parseProof(words.replace("index 7", wrong)), { code: "BAD_PROOF" });
  }
  assert.throws(() => parseProof(words.replace("proof@v1", "proof@v2")), { code: "BAD_PROOF" });
  assert.throws(() => parseProof(words.replace("extra ", "")), { code: "BAD_PROOF" });
  assert.throws(() => parseProof(words.replace("AQEBAQ", "AQEBA")), { code: "BAD_PROOF" });
});

test("A public key is read from PEM, base64 or a verifier key, and never from a private one.", () => {
  const raw = one.publicKey;
  const pem = createPublicKey(one.privateKey).export({ format: "pem", type: "spki" }) as string;
  const hash = noteKeyHash("example.com/log", raw).toString("hex");
  const typed = Buffer.concat([Buffer.from([1]), raw]).toString("base64");
  for (const words of [pem, `${raw.toString("base64")}\n`, `example.com/log+${hash}+${typed}`]) {
    assert.ok(readPublicKey(words).equals(raw), words);
  }
  const privatePem = one.privateKey.export({ format: "pem", type: "pkcs8" }) as string;
  const wrong = [
    privatePem,
    "",
    raw.toString("hex"),
    raw.toString("base64").slice(0, -1),
    `example.com/log+00000000+${typed}`,
    pem.replace("MCow", "MCoX"),
  ];
  for (const words of wrong) assert.throws(() => readPublicKey(words), { code: "BAD_KEY" }, words);
});

test("Keys of small order are refused, with either sign.", () => {
  for (const first of [0, 1, 0xec, 0xed, 0xee]) {
    const bytes = Buffer.alloc(32, first < 2 ? 0 : 0xff);
    bytes.writeUInt8(first, 0);
    for (const sign of [0, 0x80]) {
      bytes.writeUInt8((first < 2 ? 0 : 0x7f) | sign, 31);
      assert.throws(() => publicKeyObject(bytes), { code: "BAD_KEY", message: /small order/ });
    }
  }
  assert.throws(() => publicKeyObject(Buffer.alloc(31)), { code: "BAD_KEY", message: /expected the 32 bytes/ });
});
