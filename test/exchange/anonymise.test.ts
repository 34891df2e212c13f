import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Entry, openLog, verifyLog } from "../../src/evidence/index.ts";
import { anonymise, ExchangeProblem } from "../../src/exchange/index.ts";
import { names, writeStory } from "./source.ts";

const scratch = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

async function source(name: string, origin?: string) {
  const log = await openLog(join(scratch, name), { create: true, keyDirectory: join(scratch, `${name}-keys`), origin });
  await writeStory(log);
  return log;
}

async function entriesOf(directory: string): Promise<Entry[]> {
  await using log = await openLog(directory);
  return (await collect(log.entries())).map(({ entry }) => entry);
}

async function collect<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of from) all.push(one);
  return all;
}

const isA =
  <Type extends Entry["type"]>(type: Type) =>
  (entry: Entry): entry is Entry<Type> =>
    entry.type === type;

/** Numbers things by when they first appear, so that results with other names can be compared. */
function numbering(): (name: string) => number {
  const seen = new Map<string, number>();
  return (name) => {
    if (!seen.has(name)) seen.set(name, seen.size);
    return seen.get(name) ?? -1;
  };
}

/** What later analyses look at. Names become numbers; everything else must come out the same. */
const analyses: Readonly<Record<string, (entries: readonly Entry[]) => unknown>> = {
  pairing: (entries) => {
    const number = numbering();
    const reports = entries.filter(isA("report"));
    return entries.filter(isA("prescription")).map(({ id, data }) => {
      const report = reports.find((candidate) => candidate.data.prescription === id);
      return [number(data.tool), data.class, data.targetCount, report?.data.verdict ?? "open"];
    });
  },
  "rates of each actor": (entries) => {
    const number = numbering();
    const verdicts = new Map<string, number>();
    for (const { actor, data } of entries.filter(isA("report"))) {
      const key = `${actor.kind} ${number(actor.id)} ${data.verdict}`;
      verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
    }
    return [...verdicts];
  },
  "retries by intention": (entries) => {
    const number = numbering();
    return entries.filter(isA("prescription")).map(({ actor, data }) => [number(actor.id), number(data.intentDigest)]);
  },
  drift: (entries) => {
    const number = numbering();
    const prescriptions = new Map(entries.filter(isA("prescription")).map((entry) => [entry.id, entry.data]));
    return entries.filter(isA("report")).map(({ data }) => {
      const before = prescriptions.get(data.prescription)?.artifacts.map(({ digest }) => digest) ?? [];
      return [
        data.output.map(({ digest }) => before.includes(digest)),
        data.output.map(({ digest }) => number(digest)),
      ];
    });
  },
  "windows of time": (entries) => entries.filter(isA("prescription")).map(({ time, data }) => [time, data.risk.level]),
  "who approved their own": (entries) =>
    entries
      .filter(isA("prescription"))
      .map(({ actor, data }) => [data.approval?.by === actor.id, data.approval?.intentDigest === data.intentDigest]),
  "the same names in different places": (entries) => {
    const number = numbering();
    return entries
      .filter(isA("prescription"))
      .map(({ session = "", actor, trace, capture, data }) => [
        [session, actor.id, actor.parent ?? "", trace?.trace ?? "", trace?.span ?? "", capture.host ?? ""].map(number),
        data.targets.map(({ name, namespace = "" }) => [number(name), number(namespace)]),
        data.redacted.map(({ what, digest }) => [what, number(digest)]),
      ]);
  },
  anomalies: (entries) => {
    const ids = entries.filter(isA("prescription")).map(({ id }) => id);
    return entries.filter(isA("anomaly")).map(({ data }) => [data.kind, ids.indexOf(data.prescription)]);
  },
  "order and kinds": (entries) =>
    entries.filter(({ type }) => type !== "log" && type !== "key").map(({ type, time }) => [type, time]),
};

test("Every analysis gives the same result on an anonymised copy.", async (t) => {
  await using log = await source("plain");
  const copy = await anonymise(log, join(scratch, "copy"));
  assert.deepEqual([copy.entries, copy.left], [17, 2]);
  const [before, behind] = [await entriesOf(log.directory), await entriesOf(copy.directory)];
  for (const [name, analyse] of Object.entries(analyses)) {
    await t.test(name, () => assert.deepEqual(analyse(behind), analyse(before)));
  }
});

test("A copy verifies with its own key, binds reports to prescriptions and says what it is a copy of.", async () => {
  await using log = await source("verified");
  const copy = await anonymise(log, join(scratch, "verified-copy"));
  const { publicKey, checkpoint } = copy;
  const verification = await verifyLog(copy.directory, { keys: [publicKey], checkpoint });
  assert.deepEqual([verification.result, verification.entries], ["valid", 17]);
  assert.notDeepEqual(publicKey, log.publicKey);

  await using opened = await openLog(copy.directory);
  const written = await collect(opened.entries());
  const first = written[0]?.entry as Entry<"log">;
  assert.deepEqual(first.data.derivedFrom, { log: log.origin, checkpoint: await log.checkpoint(), how: "anonymised" });
  for (const { data } of written.map(({ entry }) => entry).filter(isA("report"))) {
    assert.equal(written.find(({ entry }) => entry.id === data.prescription)?.hash, data.prescriptionHash);
  }
});

test("No name is in any byte of a copy, and two copies have no pseudonym in common.", async () => {
  await using log = await source("named", "zorgcorp/payments");
  const copies = [join(scratch, "named-1"), join(scratch, "named-2")];
  for (const copy of copies) await anonymise(log, copy);
  for (const copy of copies) {
    const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    assert.ok(files.length >= 3, `${files.length} files`);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name)).toString("latin1").toLowerCase();
      const found = [...names, ...names.map((name) => Buffer.from(name).toString("base64"))].filter((name) =>
        bytes.includes(name.toLowerCase()),
      );
      assert.deepEqual(found, [], file.name);
    }
  }
  const [one, two] = copies.map((copy) => new Set(readFileSync(segmentOf(copy), "utf8").match(/anon-[0-9a-f]{16}/g)));
  assert.ok(one && two && one.size > 20);
  assert.deepEqual(
    [...one].filter((name) => two.has(name)),
    [],
  );
});

const segmentOf = (directory: string) => join(directory, "segments", readdirSync(join(directory, "segments"))[0] ?? "");

test("What everybody calls by the same name keeps it.", async () => {
  await using log = await source("common");
  const copy = await anonymise(log, join(scratch, "common-copy"));
  const [first] = (await entriesOf(copy.directory)).filter(isA("prescription"));
  assert.ok(first);
  assert.deepEqual(first.data.command, ["kubectl", "apply"]);
  assert.equal(first.actor.version, "2.1.0");
  assert.equal(first.data.targets[0]?.kind, "Deployment");
  assert.equal(first.data.targets[1]?.name, "*");
  assert.deepEqual(
    first.data.risk.tags.map(({ tag }) => tag),
    ["k8s.no-limits"],
  );
  assert.equal(first.capture.through, "claude");
});

test("A copy is not written over something else.", async () => {
  await using log = await source("twice");
  await anonymise(log, join(scratch, "twice-copy"));
  await assert.rejects(
    anonymise(log, join(scratch, "twice-copy")),
    (error) => error instanceof ExchangeProblem && error.code === "NOT_EMPTY",
  );
});
