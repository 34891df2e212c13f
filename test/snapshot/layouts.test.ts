import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openSnapshot } from "../../src/snapshot/index.ts";
import * as incident from "./incident.ts";
import { place } from "./place.ts";
import { layouts, writeSnapshot } from "./write.ts";

const names = {
  published: "itbench-published/1",
  recorder: "itbench-recorder/1",
  processed: "itbench-processed/1",
  own: "airworthy-snapshot/1",
} as const;

const logQuestion = `SELECT time, severity, service, pod, namespace, container, nullif(trace, '') AS trace, body
                     FROM logs ORDER BY row`;
const spanQuestion = `SELECT service, caller, name, is_error, is_origin, count(*) AS n, min(duration_ns) AS duration
                      FROM spans GROUP BY ALL ORDER BY ALL`;

for (const layout of layouts) {
  test(`An incident in the layout ${names[layout]} is read with all it holds, and every row says where it was.`, async () => {
    await using here = await place();
    await writeSnapshot(here.snapshot, layout);
    using store = await openSnapshot(here.snapshot, { cache: here.cache });
    assert.equal(store.layout, names[layout]);
    assert.match(store.because[0] ?? "", new RegExp(`^layout ${names[layout]}: `));

    assert.deepEqual(
      await store.rows(logQuestion),
      incident.logLines().map(({ time, severity, service, trace, body }) => ({
        time: iso(time),
        severity,
        service,
        pod: incident.podName(service),
        namespace: "shop",
        container: service,
        trace: trace || null,
        body,
      })),
    );
    const fifth = (
      await store.rows("SELECT f.path, l.row FROM logs l JOIN files f ON f.id = l.file ORDER BY l.row")
    )[4];
    assert.match(String(fifth?.path), /logs/);
    assert.equal(fifth?.row, 5);

    assert.deepEqual(
      await store.rows(spanQuestion),
      [
        {
          service: "cart",
          caller: "frontend",
          name: "GetCart",
          is_error: false,
          is_origin: false,
          n: 30,
          duration: 6e6,
        },
        {
          service: "cart",
          caller: "frontend",
          name: "GetCart",
          is_error: true,
          is_origin: true,
          n: 30,
          duration: 240e6,
        },
        ...["GET /cart", "call cart"]
          .flatMap((name) =>
            [false, true].map((is_error) => ({
              ...{
                service: "frontend",
                caller: name === "GET /cart" ? null : "frontend",
                name,
                is_error,
                is_origin: false,
                n: 30,
              },
              duration: (name === "GET /cart" ? 10e6 : 8e6) * (is_error ? 40 : 1),
            })),
          )
          .sort((a, b) => (a.caller ?? "~").localeCompare(b.caller ?? "~")),
        {
          service: "frontend",
          caller: "frontend",
          name: "render",
          is_error: false,
          is_origin: false,
          n: 60,
          duration: 1e6,
        },
      ].sort(likeDuck),
    );

    assert.deepEqual(
      await store.rows("SELECT key, time, change FROM revisions WHERE change <> 'first' ORDER BY time"),
      [
        { key: "shop/ConfigMap/flagd-config", time: iso(incident.at(5, 3)), change: "spec" },
        { key: `shop/Pod/${incident.podName("cart")}`, time: iso(incident.at(8, 3)), change: "status" },
      ],
    );
    assert.deepEqual(
      await store.rows("SELECT time, kind, name, reason, message, count, component FROM events ORDER BY time"),
      incident.events.map(({ time, reason, message }) => ({
        ...{
          time: iso(time),
          kind: "Pod",
          name: incident.podName("cart"),
          reason,
          message,
          count: 3,
          component: "kubelet",
        },
      })),
    );
    assert.deepEqual(
      await store.rows(`SELECT name, service, min(time) AS since, min(active_at) AS active, count(DISTINCT time) > 4 AS often
                        FROM alerts WHERE service IS NOT NULL GROUP BY ALL ORDER BY service`),
      ["cart", "frontend"].map((service) => ({
        ...{ name: "RequestErrorRate", service, since: iso(incident.at(7)), active: iso(incident.at(7)), often: true },
      })),
    );
    assert.deepEqual(
      await store.rows(`SELECT metric, object, count(*) AS n, max(value) AS most,
                               json_extract_string(any_value(labels), '$.status_code') AS code
                        FROM series JOIN samples ON series = id GROUP BY ALL ORDER BY metric`),
      [
        { metric: "errors_total", object: "cart", n: 24, most: 12 * 30 + 12 * 300, code: "500" },
        { metric: "memory_bytes", object: incident.podName("cart"), n: 24, most: 1002, code: null },
      ],
    );
    const edges = await store.rows(
      "SELECT source || ' ' || relation || ' ' || target AS edge FROM edges ORDER BY edge",
    );
    assert.ok(edges.some(({ edge }) => edge === "shop/Deployment/frontend calls shop/Service/cart"));
    assert.ok(edges.some(({ edge }) => edge === `shop/Service/cart selects shop/Pod/${incident.podName("cart")}`));
    assert.ok(edges.some(({ edge }) => edge === "shop/Deployment/cart uses shop/ConfigMap/flagd-config"));
  });
}

test("An index is built once for the same content, wherever it lies, and the labels are not part of it.", async () => {
  await using here = await place();
  const elsewhere = join(here.root, "copy");
  await writeSnapshot(here.snapshot, "published");
  await writeSnapshot(elsewhere, "published");
  const built: string[] = [];
  const open = (path: string) =>
    openSnapshot(path, { cache: here.cache, report: ({ state }) => state === "done" && built.push(path) });
  using first = await open(here.snapshot);
  using again = await open(here.snapshot);
  using copy = await open(elsewhere);
  assert.deepEqual(built, [here.snapshot]);
  assert.deepEqual([again.digest, copy.digest], [first.digest, first.digest]);
  const indexes = (await readdir(here.cache)).filter((name) => name.endsWith(".duckdb"));
  assert.deepEqual(indexes, [`${first.digest}-v2.duckdb`]);
  const tables = await first.rows("SELECT table_name AS name FROM duckdb_tables()");
  for (const { name } of tables) {
    const [found] = await first.rows(`SELECT count(*) AS n FROM ${name} t WHERE t::VARCHAR LIKE '%root_cause%'`);
    assert.equal(found?.n, 0, String(name));
  }
});

test("Two who open a snapshot at once build one index.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "own");
  let built = 0;
  const report = ({ state }: { state: string }) => {
    if (state === "done") built += 1;
  };
  const stores = await Promise.all([1, 2, 3].map(() => openSnapshot(here.snapshot, { cache: here.cache, report })));
  for (const store of stores) store[Symbol.dispose]();
  assert.equal(built, 1);
});

test("A build that is stopped leaves nothing that looks like an index.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  const stop = new AbortController();
  const report = () => stop.abort();
  await assert.rejects(openSnapshot(here.snapshot, { cache: here.cache, signal: stop.signal, report }), {
    name: "AbortError",
  });
  assert.deepEqual(
    (await readdir(here.cache)).filter((name) => /duckdb|unpacked/.test(name)),
    [],
  );
  using store = await openSnapshot(here.snapshot, { cache: here.cache });
  assert.equal((await store.rows("SELECT count(*) AS n FROM events"))[0]?.n, 2);
});

test("What a killed build left is removed once nobody can still be at work on it.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "own");
  await mkdir(join(here.cache, "unpacked-old"), { recursive: true });
  await writeFile(join(here.cache, "partial-old.duckdb"), "");
  await writeFile(join(here.cache, "partial-new.duckdb"), "");
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  for (const name of ["unpacked-old", "partial-old.duckdb"]) await utimes(join(here.cache, name), yesterday, yesterday);
  using store = await openSnapshot(here.snapshot, { cache: here.cache });
  assert.deepEqual(
    (await readdir(here.cache)).sort(),
    [`${store.digest}-v2.duckdb`, "locks", "partial-new.duckdb", "seen"].sort(),
  );
});

/** As the database prints a moment: no more digits than needed. */
function iso(time: Date): string {
  return time.toISOString().replace(/\.?0*Z$/, "Z");
}

function likeDuck(a: { service: string; caller: string | null; name: string; is_error: boolean }, b: typeof a): number {
  const key = ({ service, caller, name, is_error }: typeof a) =>
    [service, caller ?? "~", name, is_error ? 1 : 0].join("\t");
  return key(a) < key(b) ? -1 : 1;
}
