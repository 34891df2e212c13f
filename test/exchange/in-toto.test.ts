import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type EvidenceLog, openLog, type Written } from "../../src/evidence/index.ts";
import { attest, checkEnvelope, type Envelope, ExchangeProblem } from "../../src/exchange/index.ts";
import { writeStory } from "./source.ts";

const scratch = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** The log, with its two keys: a key was changed on the way. */
async function storied(name: string) {
  const log = await openLog(join(scratch, name), { create: true, keyDirectory: join(scratch, `${name}-keys`) });
  await writeStory(log);
  const written: Written[] = [];
  for await (const one of log.entries()) written.push(one);
  const later = written.flatMap(({ entry }) =>
    "publicKey" in entry.data ? [Buffer.from(entry.data.publicKey, "base64")] : [],
  );
  return { log, written, keys: later };
}

const statementIn = (envelope: Envelope) => JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8"));
const changed = (envelope: Envelope, change: (statement: ReturnType<typeof statementIn>) => void): Envelope => {
  const statement = statementIn(envelope);
  change(statement);
  return { ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString("base64") };
};
const refuses = (envelope: Envelope, keys: readonly Uint8Array[], message: RegExp) =>
  assert.throws(
    () => checkEnvelope(JSON.stringify(envelope), keys),
    (error) => error instanceof ExchangeProblem && error.code === "BAD_ENVELOPE" && message.test(error.message),
  );

async function envelopeOf(log: EvidenceLog, written: readonly Written[], type: string): Promise<Envelope> {
  const one = written.find(({ entry }) => entry.type === type);
  assert.ok(one);
  return await attest(log, one);
}

test("An envelope is what DSSE and in-toto say, and its signature is over the pre-authentication encoding.", async () => {
  const { log, written, keys } = await storied("form");
  await using _ = log;
  const envelope = await envelopeOf(log, written, "report");
  const payload = Buffer.from(envelope.payload, "base64");
  assert.equal(envelope.payloadType, "application/vnd.in-toto+json");
  const statement = statementIn(envelope);
  assert.equal(statement._type, "https://in-toto.io/Statement/v1");
  assert.equal(statement.predicateType, "https://airworthy.dev/evidence-entry/v1");
  const report = written.find(({ entry }) => entry.type === "report");
  assert.deepEqual(statement.subject[0], {
    name: `${log.origin}#${report?.entry.sequence}`,
    digest: { sha256: report?.hash },
  });
  assert.equal(statement.subject[1].name, "stdout");

  // Spelled out once more, by hand: 28 characters are the type.
  const message = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), keys.at(-1) ?? Buffer.alloc(0)]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  assert.ok(verify(null, message, publicKey, Buffer.from(envelope.signatures[0]?.sig ?? "", "base64")));
});

test("A check gives the entry, by which key, and whether it was shown to be in its log.", async () => {
  const { log, written, keys } = await storied("check");
  await using _ = log;
  for (const one of written) {
    const attested = checkEnvelope(JSON.stringify(await attest(log, one)), keys);
    assert.deepEqual([attested.entry, attested.hash], [one.entry, one.hash]);
    assert.deepEqual([attested.isEntrySigned, attested.isProven], [true, true]);
  }
});

test("An envelope that was changed, or is of another key, is refused.", async () => {
  const { log, written, keys } = await storied("changed");
  await using _ = log;
  const other = await storied("other");
  await using __ = other.log;
  const envelope = await envelopeOf(log, written, "prescription");
  refuses(envelope, other.keys, /expected one of/);
  refuses(envelope, [], /expected one of no key/);
  refuses({ ...envelope, payloadType: "text/plain" }, keys, /expected one of/);
  refuses(
    changed(envelope, (statement) => statement.subject.pop()),
    keys,
    /expected one of/,
  );
  assert.throws(() => checkEnvelope("{}", keys), /expected a DSSE envelope/);
});

test("Whoever has the key cannot make a statement that says something else than its entry.", async () => {
  const { log, written, keys } = await storied("lie");
  await using _ = log;
  const { signAgain } = signerOf(log);
  const envelope = await envelopeOf(log, written, "prescription");
  refuses(signAgain(changed(envelope, (one) => one.subject.pop())), keys, /expected .*subject|and nothing else/);
  refuses(
    signAgain(changed(envelope, (one) => (one.predicate.entry.data.risk.level = "low"))),
    keys,
    /payload|predicate.entry/,
  );
  refuses(
    signAgain(changed(envelope, (one) => (one.predicateType = "https://slsa.dev/provenance/v1"))),
    keys,
    /predicateType/,
  );
  const another = await envelopeOf(log, written, "report");
  const { proof } = statementIn(another).predicate;
  refuses(signAgain(changed(envelope, (one) => (one.predicate.proof = proof))), keys, /predicate.proof/);
});

function signerOf(log: EvidenceLog) {
  const key = createPrivateKey(readFileSync(log.keyPath));
  const signAgain = (envelope: Envelope): Envelope => {
    // In the order of members that the checker expects, so that only what is said differs.
    const payload = Buffer.from(sorted(statementIn(envelope)));
    const message = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
    const sig = sign(null, message, key).toString("base64");
    return { ...envelope, payload: payload.toString("base64"), signatures: [{ keyid: "", sig }] };
  };
  return { signAgain };
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
