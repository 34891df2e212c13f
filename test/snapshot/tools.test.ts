import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSnapshot, tools } from "../../src/snapshot/index.ts";
import * as incident from "./incident.ts";
import { type Place, place } from "./place.ts";
import { writeSnapshot } from "./write.ts";

type Store = Awaited<ReturnType<typeof openSnapshot>>;
let here: Place;
let store: Store;

before(async () => {
  here = await place();
  await writeSnapshot(here.snapshot, "published");
  store = await openSnapshot(here.snapshot, { cache: here.cache });
});
after(async () => {
  store[Symbol.dispose]();
  await here[Symbol.asyncDispose]();
});

async function ask(name: string, given: object = {}) {
  const tool = tools.find((each) => each.name === name);
  assert.ok(tool, name);
  return await tool.run(store, given);
}
const rowsOf = async (name: string, given: object = {}) => (await ask(name, given)).rows;

test("Alerts are told once each, since when, and without those that always fire.", async () => {
  const rows = await rowsOf("alerts");
  assert.deepEqual(
    rows.map(({ service, active_at, observations }) => [service, active_at, observations]),
    [
      ["cart", "2026-01-02T12:07:00Z", 6],
      ["frontend", "2026-01-02T12:07:00Z", 6],
    ],
  );
  const series = await ask("alerts", { name: "RequestErrorRate", service: "cart", series: true });
  assert.deepEqual([series.total, series.rows[0]?.value], [6, 0.25]);
  assert.equal((await ask("alerts", { name: "Watchdog" })).total, 1);
});

test("What changed is told with the field inside a ConfigMap's JSON, before and after, and where it was read.", async () => {
  const rows = await rowsOf("changes");
  assert.deepEqual(rows, [
    {
      object: "shop/ConfigMap/flagd-config",
      number: 2,
      time: "2026-01-02T12:05:03Z",
      change: "spec",
      cite: "k8s_objects_raw.tsv#47",
      differences: [{ path: 'data["demo.flagd.json"].flags.cartFailure.defaultVariant', from: "off", to: "on" }],
    },
  ]);
  const [, state] = await rowsOf("changes", { status: true });
  assert.deepEqual(state?.differences, [{ path: "status.containerStatuses[cart].restartCount", from: 0, to: 1 }]);
});

test("The history of an object is asked for by any name that only it has.", async () => {
  for (const name of ["flagd-config", "ConfigMap/flagd-config", "shop/configmap/flagd-config"]) {
    assert.deepEqual(
      (await rowsOf("object", { object: name })).map(({ change }) => change),
      ["first", "spec"],
    );
  }
  await assert.rejects(ask("object", { object: "cart" }), {
    code: "BAD_QUERY",
    hint: "say which: shop/Deployment/cart, shop/Service/cart",
  });
  const [then] = await rowsOf("object", { object: "flagd-config", body: true, at: "2026-01-02T12:01:00Z" });
  const [now] = await rowsOf("object", { object: "flagd-config", body: true });
  const variant = (body: unknown) =>
    JSON.parse(JSON.parse(String(body)).data["demo.flagd.json"]).flags.cartFailure.defaultVariant;
  assert.deepEqual([variant(then?.body), variant(now?.body)], ["off", "on"]);
});

test("Lines are found by words, parts of values, several words, trace and expression; the patterns say what is new.", async () => {
  const found = async (given: object) => (await ask("logs", given)).total;
  assert.deepEqual(
    await Promise.all(
      [
        { contains: "STORAGE" },
        { contains: "0.3:63" },
        { contains: "storage 10.0.0.4" },
        { contains: "previous instructions" },
        { contains: "nothing like it" },
        { regex: "user=3\\d$" },
        { severity: "error", service: "cart", since: "2026-01-02T12:10:00Z" },
        { trace: `${"06".repeat(14)}0000` },
      ].map(found),
    ),
    [30, 6, 6, 1, 0, 5, 10, 2],
  );
  const patterns = await rowsOf("log_patterns", { service: "cart" });
  assert.deepEqual(
    patterns.map(({ text, before, after: later, first }) => [text, before, later, first]),
    [["Can't access storage <*> refused", 5, 25, "2026-01-02T12:06:00.02Z"]],
  );
});

test("Calls, operations and origins of errors are compared before and after; a trace shows who was waited for.", async () => {
  const [call] = await rowsOf("traces", { pivot: "2026-01-02T12:06:00Z" });
  assert.deepEqual(
    [call?.caller, call?.service, call?.errors_before, call?.errors_after, call?.ms_before, call?.ms_after],
    ["frontend", "cart", 0, 1, 6, 240],
  );
  const [operation] = await rowsOf("traces", { service: "cart" });
  assert.deepEqual([operation?.operation, operation?.calls_before, operation?.calls_after], ["GetCart", 35, 25]);
  const [origin] = await rowsOf("trace_errors");
  assert.deepEqual(
    [origin?.service, origin?.operation, origin?.spans, origin?.to],
    ["cart", "GetCart", 30, "frontend"],
  );
  const spans = await rowsOf("trace", { trace: String(origin?.trace) });
  assert.deepEqual(
    spans.map(({ depth, operation: name, critical_ms, error }) => [depth, name, critical_ms, error]),
    [
      [0, "GET /cart", 80, "passed on"],
      [1, "call cart", 80, "passed on"],
      [2, "GetCart", 240, "began here"],
      [1, "render", undefined, undefined],
    ],
  );
});

test("Metrics come with the most changed first; counters as rates, with the moment at which the level changed.", async () => {
  const rows = await rowsOf("metrics", { pivot: "2026-01-02T12:06:00Z" });
  assert.deepEqual(
    rows.map(({ metric, unit, before: was, after: is }) => [metric, unit, was, is]),
    [
      ["errors_total", "per second", 1, 10],
      ["memory_bytes", "value", 1001, 1001],
    ],
  );
  const one = await rowsOf("metric", { series: Number(rows[0]?.series) });
  const { strength, ...change } = one[1] ?? {};
  assert.deepEqual(change, {
    "changed at": "2026-01-02T12:06:00Z",
    before: 1,
    after: 10,
    cite: "metrics/service_cart_raw.tsv#13",
  });
  assert.equal((await ask("metric", { series: Number(rows[1]?.series) })).rows.length, 2);
});

test("Two steps from the service with the alert lies the configuration that changed.", async () => {
  const [first] = await rowsOf("topology", { object: "Service/cart", steps: 2 });
  assert.deepEqual(
    [first?.source, first?.relation, first?.target, first?.target_changed],
    ["shop/Deployment/cart", "uses", "shop/ConfigMap/flagd-config", "2026-01-02T12:05:03Z"],
  );
  const around = await rowsOf("topology", { object: "Service/cart" });
  assert.ok(around.some(({ relation, source }) => relation === "called" && source === "shop/Service/frontend"));
});

test("Events are told once with how often; objects with how long they were seen.", async () => {
  assert.deepEqual(
    (await rowsOf("events")).map(({ reason, count, name }) => [reason, count, name]),
    [
      ["Unhealthy", 3, incident.podName("cart")],
      ["BackOff", 3, incident.podName("cart")],
    ],
  );
  const { rows, total } = await ask("objects", { limit: 1 });
  assert.deepEqual([total, rows[0]?.object, rows[0]?.changes], [8, "shop/ConfigMap/flagd-config", 1]);
});

test("Every page goes on where the one before ended, until all are told.", async () => {
  const cites: unknown[] = [];
  let next: number | undefined = 0;
  for (let pages = 0; next !== undefined && pages < 50; pages += 1) {
    const answer = await ask("logs", { limit: 7, offset: next });
    cites.push(...answer.rows.map(({ cite }) => cite));
    next = answer.next;
  }
  assert.equal(new Set(cites).size, incident.logLines().length);
  assert.equal(cites.length, incident.logLines().length);
});

test("A citation leads to the whole row.", async () => {
  const [line] = await rowsOf("logs", { contains: "ignore all previous" });
  const [whole] = await rowsOf("row", { cite: line?.cite });
  assert.equal(JSON.parse(String(whole?.row)).body, incident.hostileLine);
  await assert.rejects(ask("row", { cite: "ground_truth.yaml#1" }), { code: "BAD_QUERY" });
  await assert.rejects(ask("row", { cite: "../../etc/passwd#1" }), { code: "BAD_QUERY" });
});

test("What is in the data cannot move a cursor or begin a line of an answer.", async () => {
  const [line] = await rowsOf("logs", { contains: "ignore all previous" });
  assert.match(String(line?.body), /instructions\\u001b\[31m$/);
  assert.ok(!JSON.stringify(line).includes("\n"));
});

test("SQL reads tables of this snapshot and nothing else in the world.", async () => {
  assert.deepEqual(await rowsOf("sql", { query: "SELECT service, count(*) AS n FROM logs GROUP BY 1 ORDER BY 1;" }), [
    { service: "cart", n: "30" },
    { service: "frontend", n: "61" },
  ]);
  for (const query of [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM 'https://example.com/a.parquet'",
    "COPY logs TO '/tmp/airworthy-must-not-exist'",
    "EXPORT DATABASE '/tmp/airworthy-must-not-exist'",
    "ATTACH '/tmp/airworthy-must-not-exist'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
    "PRAGMA enable_object_cache",
    "CALL pragma_version()",
    "CREATE TABLE x (a INTEGER)",
    "DELETE FROM logs",
    "UPDATE logs SET body = ''",
    "SELECT 1; SELECT 2",
    "SELECT 1) TO '/tmp/x'; --",
    "not SQL",
    "",
  ]) {
    await assert.rejects(ask("sql", { query }), query);
  }
});

test("A query that would never end is ended.", async () => {
  using hurried = await openSnapshot(here.snapshot, { cache: here.cache, patienceMs: 200 });
  const query = "SELECT count(*) FROM range(1000000000000) a(x) WHERE hash(x) % 7 = 3";
  await assert.rejects(hurried.select(query, { rows: 1, cell: 10 }), {
    code: "BAD_QUERY",
    message: "stopped after 0.2 seconds",
  });
});

test("A query that would need more memory than it is given ends with a problem, not with the machine.", async () => {
  // However slow the machine is, memory must end it and not the clock.
  using patient = await openSnapshot(here.snapshot, { cache: here.cache, patienceMs: 3_600_000 });
  const query = "SELECT list(repeat('x', 1000000) || range) FROM range(100000)";
  await assert.rejects(patient.select(query, { rows: 1, cell: 10 }), { code: "BAD_QUERY", message: /memory/i });
});

test("Long cells and many rows are cut before they leave the database.", async () => {
  const answer = await ask("sql", { query: "SELECT repeat('x', 1000000) AS x FROM range(1000000)", limit: 50 });
  assert.ok(JSON.stringify(answer.rows).length < 20_000);
  assert.match(answer.summary, /narrow the query/);
});

test("What a tool is asked wrongly is refused with the reason.", async () => {
  await assert.rejects(ask("logs", { since: "yesterday" }), { code: "BAD_QUERY", message: /since: expected a time/ });
  await assert.rejects(ask("logs", { regex: "(" }), { code: "BAD_QUERY" });
  await assert.rejects(ask("logs", { limit: 100_000 }), { name: "ZodError" });
  await assert.rejects(ask("trace", { trace: "none" }), { code: "BAD_QUERY" });
  await assert.rejects(ask("metric", { series: 99 }), { code: "BAD_QUERY" });
});
