import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Entry, openLog, type Written } from "../../src/evidence/index.ts";
import { ExchangeProblem, sendOtlp } from "../../src/exchange/index.ts";
import { Collector, type Mood } from "./collector.ts";
import { writeStory } from "./source.ts";

const scratch = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const written: Written[] = [];
before(async () => {
  await using log = await openLog(join(scratch, "log"), { create: true, keyDirectory: join(scratch, "keys") });
  await writeStory(log);
  for await (const one of log.entries()) written.push(one);
});

const quick = { waitMs: 1 };
const sequencesIn = ({ received }: Collector) =>
  received.map(({ attributes }) => Number(attributes["airworthy.entry.sequence"]));
const isNotDelivered = (words: RegExp) => (error: unknown) =>
  error instanceof ExchangeProblem && error.code === "NOT_DELIVERED" && words.test(`${error.message} ${error.hint}`);

test("A collector gets every entry once and in order, in as many requests as the batches need.", async () => {
  await using collector = await Collector.start();
  const sent = await sendOtlp(collector.url, written, { ...quick, batch: 4 });
  assert.deepEqual(
    sequencesIn(collector),
    written.map(({ entry }) => entry.sequence),
  );
  assert.deepEqual([sent.entries, sent.requests, sent.last], [18, 5, 17]);
  assert.deepEqual([collector.requests, collector.mostAtOnce], [5, 1]);
});

test("Entries are told in the words of OpenTelemetry, with the hash that binds them to the log.", async () => {
  await using collector = await Collector.start();
  await sendOtlp(`${collector.url}/v1/logs`, written, { headers: { "x-api-key": "k" } });
  assert.equal(collector.headers[0]?.["x-api-key"], "k");
  for (const [at, { attributes, event, time }] of collector.received.entries()) {
    const { entry, hash } = written[at] ?? assert.fail();
    assert.deepEqual([attributes["airworthy.entry.hash"], event], [hash, `airworthy.${entry.type}`]);
    assert.equal(time, BigInt(Date.parse(entry.time)) * 1_000_000n);
    assert.equal(attributes["gen_ai.agent.id"], entry.actor.id);
  }
  const prescription = collector.received.find(({ event }) => event === "airworthy.prescription");
  const source = written.find(({ entry }) => entry.type === "prescription")?.entry as Entry<"prescription">;
  assert.ok(prescription);
  assert.equal(prescription.attributes["gen_ai.operation.name"], "execute_tool");
  assert.equal(prescription.attributes["gen_ai.tool.name"], "kubectl");
  assert.equal(prescription.attributes["gen_ai.tool.call.id"], source.id);
  assert.deepEqual(prescription.attributes["airworthy.risk.tags"], ["k8s.no-limits"]);
  assert.equal(prescription.attributes["airworthy.target.count"], 3n);
  assert.deepEqual([prescription.traceId, prescription.spanId], [source.trace?.trace, source.trace?.span]);

  const reports = collector.received.filter(({ event }) => event === "airworthy.report");
  const told = reports.map(({ attributes, severity }) => [
    ...[attributes["gen_ai.tool.name"], attributes["airworthy.verdict"], attributes["error.type"], severity],
  ]);
  assert.deepEqual(told, [
    ["kubectl", "failure", "failure", 13],
    ["kubectl", "failure", "failure", 13],
    ["kubectl", "success", undefined, 9],
    ["aws", "declined", undefined, 9],
    ["zorgctl", "error", "lost", 17],
    ["kubectl", "success", undefined, 9],
  ]);
  assert.equal(reports[0]?.attributes["process.exit.code"], 3n);
});

test("A collector that is busy or goes away is tried again, and still gets everything once and in order.", async () => {
  await using collector = await Collector.start();
  const moods: Mood[] = [{ status: 503, headers: { "retry-after": "0" } }, "hang up", { status: 429 }, { status: 502 }];
  collector.moods.push(...moods);
  const sent = await sendOtlp(collector.url, written, { ...quick, batch: 7 });
  assert.deepEqual(
    sequencesIn(collector),
    written.map(({ entry }) => entry.sequence),
  );
  assert.deepEqual([sent.requests, collector.requests], [3, 3 + moods.length]);
});

test("A request that is wrong is not tried again, and how far it came is said.", async () => {
  await using collector = await Collector.start();
  const sending = sendOtlp(collector.url, refusingAt(collector, 8), { ...quick, batch: 4 });
  await assert.rejects(sending, isNotDelivered(/status 400 .*delivered up to entry 7 .*from entry 8/));
  assert.deepEqual(sequencesIn(collector), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(collector.requests, 3);
});

/** The entries, with a collector that begins to refuse when this one is reached. */
function* refusingAt(collector: Collector, sequence: number): Generator<Written> {
  for (const one of written) {
    if (one.entry.sequence === sequence) collector.moods.push({ status: 400 });
    yield one;
  }
}

test("After as many tries as were allowed it ends.", async () => {
  await using collector = await Collector.start();
  collector.moods.push(...Array.from({ length: 9 }, (): Mood => ({ status: 503 })));
  await assert.rejects(
    sendOtlp(collector.url, written, { ...quick, attempts: 3 }),
    isNotDelivered(/nothing was delivered/),
  );
  assert.equal(collector.requests, 3);
});

test("What a collector rejects is counted and its words are kept.", async () => {
  await using collector = await Collector.start();
  collector.moods.push({ partial: 2 });
  const sent = await sendOtlp(collector.url, written, quick);
  assert.deepEqual([sent.entries, sent.rejected, sent.remarks], [16, 2, ["too old"]]);
});

test("Where nobody listens, or there is no address, it is said.", async () => {
  const gone = await Collector.start();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  await assert.rejects(sendOtlp(url, written, { ...quick, attempts: 2 }), isNotDelivered(/ECONNREFUSED/));
  await assert.rejects(sendOtlp("localhost", written, quick), isNotDelivered(/address of a collector/));
});

test("An abort ends it between two tries.", async () => {
  await using collector = await Collector.start();
  const abort = new AbortController();
  collector.moods.push({ status: 503, headers: { "retry-after": "30" } });
  const sending = sendOtlp(collector.url, written, { signal: abort.signal });
  const watch = setInterval(() => collector.requests > 0 && abort.abort(), 5);
  await assert.rejects(sending, { name: "AbortError" });
  clearInterval(watch);
  assert.deepEqual(collector.received, []);
});
