import assert from "node:assert/strict";
import { generateKeyPairSync, hash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Entry, openLog, rawPublicKey, readPublicKey, verifyLog, type Written } from "../../src/evidence/index.ts";
import { type EvidraFaultCode, ExchangeProblem, importEvidra, verifyEvidra } from "../../src/exchange/index.ts";

const fixtures = join(import.meta.dirname, "fixtures", "evidra");
const publicKey = readPublicKey(readFileSync(join(fixtures, "public-key.pem"), "utf8"));
const scratch = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

let stores = 0;
function store(): string {
  stores += 1;
  const directory = join(scratch, `store-${stores}`);
  cpSync(join(fixtures, "store"), directory, { recursive: true });
  return directory;
}

const segment = (directory: string, number: number) => join(directory, "segments", `evidence-00000${number}.jsonl`);
const lines = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);
const writeLines = (path: string, all: readonly string[]) =>
  writeFileSync(path, all.map((line) => `${line}\n`).join(""));
const edit = (path: string, change: (all: string[]) => string[]) => writeLines(path, change(lines(path)));

test("A store with Go's own bytes in it verifies, whatever Go escapes.", async () => {
  const verification = await verifyEvidra(join(fixtures, "store"), { publicKey });
  assert.deepEqual([verification.result, verification.entries, verification.faults], ["valid", 13, []]);
  assert.equal(verification.head, JSON.parse(readFileSync(join(fixtures, "store", "manifest.json"), "utf8")).last_hash);
});

test("An entry that something else spelled anew says the same and has the same hash, as it has for Evidra.", async () => {
  const directory = store();
  edit(segment(directory, 1), (all) =>
    all.map((line) => line.replaceAll("\\u003c", "<").replaceAll("\\u0026", "&").replace("09:30:00Z", "09:30:00.000Z")),
  );
  assert.match(readFileSync(segment(directory, 1), "utf8"), /"tenant_id":"t<1/);
  assert.equal((await verifyEvidra(directory, { publicKey })).result, "valid");
});

/** The hash of a line as it stands, and the line with it: what somebody without the key can do to an entry. */
function rehashed(line: string, previous: string): { line: string; hash: string } {
  const linked = line.replace(/"previous_hash":"[^"]*"/, () => `"previous_hash":"${previous}"`);
  const body = linked.replace(/"hash":"[^"]*","signature":"[^"]*",/, "");
  const own = `sha256:${hash("sha256", body, "hex")}`;
  return {
    line: linked.replace(/"hash":"[^"]*","signature":"[^"]*"/, () => `"hash":"${own}","signature":""`),
    hash: own,
  };
}

interface Tampering {
  readonly what: string;
  readonly code: EvidraFaultCode;
  /** Whether Evidra's own check says that all is well. */
  readonly isMissedByEvidra: boolean;
  readonly where?: { segment: string; line: number };
  readonly how: (directory: string) => void;
}

const tamperings: readonly Tampering[] = [
  {
    what: "a verdict that was changed",
    code: "BAD_HASH",
    isMissedByEvidra: false,
    where: { segment: "evidence-000001.jsonl", line: 2 },
    how: (directory) =>
      edit(segment(directory, 1), (all) =>
        all.map((line) => line.replace('"verdict":"success"', '"verdict":"failure"')),
      ),
  },
  {
    what: "an entry that was taken out",
    code: "BROKEN_LINK",
    isMissedByEvidra: false,
    where: { segment: "evidence-000002.jsonl", line: 2 },
    how: (directory) => edit(segment(directory, 2), (all) => all.toSpliced(1, 1)),
  },
  {
    what: "entries written anew, with right hashes and without signatures",
    code: "NO_SIGNATURE",
    isMissedByEvidra: true,
    how: (directory) => {
      let previous = "";
      for (const number of [1, 2, 3]) {
        edit(segment(directory, number), (all) =>
          all.map((line, at) => {
            if (number === 1 && at === 0) {
              previous = JSON.parse(line).hash;
              return line;
            }
            const made = rehashed(line.replace('"verdict":"failure"', '"verdict":"success"'), previous);
            previous = made.hash;
            return made.line;
          }),
        );
      }
      const path = join(directory, "manifest.json");
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), last_hash: previous }));
    },
  },
  {
    what: "an end that was cut off",
    code: "TRUNCATED",
    isMissedByEvidra: true,
    how: (directory) => edit(segment(directory, 3), (all) => all.slice(0, -2)),
  },
  {
    what: "last segments that are gone",
    code: "TRUNCATED",
    isMissedByEvidra: true,
    how: (directory) => {
      rmSync(segment(directory, 4));
      rmSync(segment(directory, 3));
    },
  },
  {
    what: "a segment in the middle that is gone",
    code: "MISSING_SEGMENT",
    isMissedByEvidra: false,
    how: (directory) => rmSync(segment(directory, 2)),
  },
  {
    what: "two entries after one",
    code: "FORK",
    isMissedByEvidra: false,
    where: { segment: "evidence-000004.jsonl", line: 2 },
    how: (directory) => {
      const last = lines(segment(directory, 3)).at(-1) ?? "";
      const twin = (mark: string) => rehashed(last.replace("parse_error", mark), JSON.parse(last).hash).line;
      writeLines(segment(directory, 4), [twin("one"), twin("two")]);
    },
  },
  {
    what: "an entry that is there twice",
    code: "DUPLICATE_ID",
    isMissedByEvidra: true,
    how: (directory) => {
      const last = lines(segment(directory, 3)).at(-1) ?? "";
      writeLines(segment(directory, 4), [rehashed(last, JSON.parse(last).hash).line]);
    },
  },
  {
    what: "a member that Evidra does not know",
    code: "UNKNOWN_MEMBER",
    isMissedByEvidra: true,
    where: { segment: "evidence-000002.jsonl", line: 1 },
    how: (directory) =>
      edit(segment(directory, 2), (all) =>
        all.map((line, at) => (at === 0 ? line.replace(/}$/, ',"approved_by":"ceo"}') : line)),
      ),
  },
  {
    what: "entries that the manifest does not know",
    code: "NOT_IN_MANIFEST",
    isMissedByEvidra: true,
    how: (directory) => {
      const path = join(directory, "manifest.json");
      const first = JSON.parse(lines(segment(directory, 1))[0] ?? "");
      const manifest = { ...JSON.parse(readFileSync(path, "utf8")), last_hash: first.hash, records_total: 1 };
      writeFileSync(path, JSON.stringify(manifest));
    },
  },
  {
    what: "a last write that was not finished",
    code: "TORN",
    isMissedByEvidra: false,
    where: { segment: "evidence-000004.jsonl", line: 1 },
    how: (directory) => appendFileSync(segment(directory, 4), lines(segment(directory, 1))[0]?.slice(0, 300) ?? ""),
  },
  {
    what: "a store without entries",
    code: "EMPTY",
    isMissedByEvidra: true,
    how: (directory) => {
      for (const number of [1, 2, 3, 4]) writeFileSync(segment(directory, number), "");
    },
  },
];

test("What was done to a store is found, with its place, also where Evidra finds nothing.", async (t) => {
  assert.ok(tamperings.filter(({ isMissedByEvidra }) => isMissedByEvidra).length >= 6);
  for (const { what, code, where, how } of tamperings) {
    await t.test(what, async () => {
      const directory = store();
      how(directory);
      const { result, faults } = await verifyEvidra(directory, { publicKey });
      const fault = faults.find((candidate) => candidate.code === code);
      assert.equal(result, "invalid");
      assert.ok(fault, JSON.stringify(faults, undefined, 1));
      if (where) assert.deepEqual({ segment: fault.segment, line: fault.line }, where);
      assert.match(fault.message, /expected .+, found /);
    });
  }
});

test("A signature of another key is found, and without a key nothing is proven.", async () => {
  const other = rawPublicKey(generateKeyPairSync("ed25519").publicKey);
  const { result, faults } = await verifyEvidra(join(fixtures, "store"), { publicKey: other });
  assert.deepEqual([result, faults[0]?.code, faults[0]?.line], ["invalid", "BAD_SIGNATURE", 1]);
  const unproven = await verifyEvidra(join(fixtures, "store"));
  assert.equal(unproven.result, "unproven");
  assert.match(unproven.notChecked.join(), /no public key was given/);
});

async function imported(directory: string, options = {}) {
  const log = await openLog(join(scratch, `log-${stores}`), { create: true, keyDirectory: join(scratch, "keys") });
  const result = await importEvidra(directory, log, { publicKey, ...options });
  const written: Written[] = [];
  for await (const one of log.entries()) written.push(one);
  return { log, result, written };
}

const isA =
  <Type extends Entry["type"]>(type: Type) =>
  (entry: Entry): entry is Entry<Type> =>
    entry.type === type;

test("What Evidra recorded is taken over in pairs, with its times, after an entry that says where it came from.", async () => {
  const { log, result, written } = await imported(store());
  await using _ = log;
  const entries = written.map(({ entry }) => entry);
  assert.deepEqual(
    entries.map(({ type }) => type),
    [
      ...[
        "log",
        "import",
        "prescription",
        "report",
        "prescription",
        "report",
        "prescription",
        "prescription",
        "report",
      ],
      ...["anomaly", "anomaly", "prescription", "report"],
    ],
  );
  assert.deepEqual([result.prescriptions, result.reports, result.anomalies], [5, 4, 2]);
  const { data } = entries[1] as Entry<"import">;
  assert.deepEqual([data.format, data.entries, data.verified], ["evidra/1", 11, true]);
  assert.equal(data.head, result.verification.head);
  assert.deepEqual(data.left, result.left);
  assert.deepEqual(
    data.left.filter((text) => /type|tenant/.test(text)),
    ["entries of type canonicalization_failure (1)", "entries of type finding (1)", "the member tenant_id (1)"],
  );

  const prescriptions = entries.filter(isA("prescription"));
  const reports = entries.filter(isA("report"));
  assert.deepEqual(
    reports.map(({ data }) => data.verdict),
    ["success", "declined", "failure", "error"],
  );
  for (const { data } of reports) {
    const of = written.find(({ entry }) => entry.id === data.prescription);
    assert.equal(of?.hash, data.prescriptionHash);
  }
  assert.deepEqual(
    prescriptions.map(({ data }) => data.risk.level),
    ["high", "critical", "high", "high", "medium"],
  );
  assert.equal(prescriptions[2]?.data.intentDigest, prescriptions[3]?.data.intentDigest);
  assert.deepEqual(prescriptions[0]?.data.targets, [
    {
      system: "kubernetes",
      kind: "deployment",
      name: "web",
      namespace: "shop",
      apiVersion: "apps/v1",
      action: "apply",
    },
  ]);
  assert.deepEqual(prescriptions.map(({ actor }) => [actor.kind, actor.id]).at(1), ["human", "alice"]);
  assert.equal(prescriptions[0]?.time, "2026-03-01T09:30:00.000Z");
  assert.deepEqual(prescriptions[0]?.trace, { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" });
  assert.ok(entries.slice(1).every(({ capture }) => capture.channel === "import" && capture.through === "evidra"));
  assert.deepEqual(
    entries.filter(isA("anomaly")).map(({ data }) => data.kind),
    ["double-report", "unknown-report"],
  );
});

test("A secret in a reason does not come over, and the log that it went to verifies.", async () => {
  const { log, written } = await imported(store());
  await using _ = log;
  const declined = written.map(({ entry }) => entry).filter(isA("report"))[1];
  assert.match(declined?.data.decline?.reason ?? "", /^too risky, password=\[redacted hmac-sha256:[0-9a-f]{8}\]$/);
  assert.equal(declined?.data.redacted.length, 1);
  assert.ok(written.every(({ line }) => !line.includes("hunter2!")));
  const { result } = await verifyLog(log.directory, { keys: [log.publicKey], checkpoint: await log.checkpoint() });
  assert.equal(result, "valid");
});

const isProblem = (code: string) => (error: unknown) => error instanceof ExchangeProblem && error.code === code;

test("A store is taken over once.", async () => {
  const directory = store();
  const { log, written } = await imported(directory);
  await using _ = log;
  await assert.rejects(importEvidra(directory, log, { publicKey }), isProblem("ALREADY_THERE"));
  let count = 0;
  for await (const _one of log.entries()) count += 1;
  assert.equal(count, written.length);
});

test("A store that does not verify is refused, unless it is wanted as it is, and then the log says so.", async () => {
  const directory = store();
  edit(segment(directory, 3), (all) => all.slice(0, -2));
  await assert.rejects(imported(directory), isProblem("SOURCE_INVALID"));
  const { log, written } = await imported(directory, { evenIfInvalid: true });
  await using _ = log;
  assert.equal((written[1]?.entry as Entry<"import">).data.verified, false);
});

test("A directory that is no store is refused, and so is one of the later format.", async () => {
  await assert.rejects(verifyEvidra(scratch), isProblem("NOT_THAT_FORMAT"));
  const later = mkdtempSync(join(scratch, "later-"));
  writeFileSync(join(later, "events.jsonl"), "");
  await assert.rejects(verifyEvidra(later), /later format/);
});
