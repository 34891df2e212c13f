import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { defaultLimits, openSnapshot, truthOf } from "../../src/snapshot/index.ts";
import * as incident from "./incident.ts";
import { type Place, place } from "./place.ts";
import { type Member, tar, writeTar } from "./tar.ts";
import { tsv, writeSnapshot } from "./write.ts";

type Limits = typeof defaultLimits;
const open = (path: string, here: Place, limits: Limits = defaultLimits) =>
  openSnapshot(path, { cache: here.cache, limits });

/** Nothing of a refused snapshot stays. */
async function assertClean(here: Place): Promise<void> {
  const left = await readdir(here.cache).catch(() => []);
  assert.deepEqual(
    left.filter((name) => /duckdb|unpacked|partial/.test(name)),
    [],
  );
}

async function filesOf(root: string): Promise<Member[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { path: path.slice(root.length + 1).replaceAll("\\", "/"), content: await readFile(path) };
      }),
  );
}

for (const ending of [".tar.zst", ".tar.gz"]) {
  test(`A snapshot packed as ${ending} is read like its directory, with or without a folder around it.`, async () => {
    await using here = await place();
    await writeSnapshot(here.snapshot, "own");
    const members = await filesOf(here.snapshot);
    const [bare, wrapped] = [join(here.root, `bare${ending}`), join(here.root, `wrapped${ending}`)];
    await writeTar(bare, tar([{ path: "./", type: "5" }, ...members]));
    await writeTar(wrapped, tar(members.map((member) => ({ ...member, path: `incident-1/${member.path}` }))));
    using directory = await open(here.snapshot, here);
    for (const archive of [bare, wrapped]) {
      using store = await open(archive, here);
      assert.equal(store.digest, directory.digest);
      assert.equal((await truthOf(archive, { cache: here.cache })).truth.groups[0]?.id, "flags");
    }
    assert.deepEqual(
      (await readdir(here.cache)).filter((name) => name.startsWith("unpacked")),
      [],
    );
  });
}

const good: Member = { path: "k8s_events_raw.tsv", content: "Timestamp\tBody\n" };

for (const [what, members, message] of [
  [
    "climbs out",
    [{ path: "../../evil.tsv", content: "x" }],
    /"\.\.\/\.\.\/evil\.tsv": expected a path that stays below/,
  ],
  ["is absolute", [{ path: "/etc/evil.tsv", content: "x" }], /expected a path that stays below/],
  ["names a drive", [{ path: "C:/evil.tsv", content: "x" }], /expected a path below, found a drive/],
  ["has a backslash", [{ path: "..\\evil.tsv", content: "x" }], /without control signs and backslashes/],
  [
    "has a link",
    [good, { path: "alerts", type: "2", link: "/etc" }],
    /"alerts": expected a file or a folder, found a link/,
  ],
  ["has a hard link", [{ path: "x.tsv", type: "1", link: "/etc/passwd" }], /found a hard link/],
  ["has a device", [{ path: "x.tsv", type: "3" }], /found type "3"/],
  ["has a file twice", [good, { ...good, path: "K8S_EVENTS_RAW.tsv" }], /found twice/],
  ["is too deep", [{ path: `${"a/".repeat(20)}x.tsv` }], /at most 12 folders/],
] as const) {
  test(`An archive that ${what} is refused with the place and the reason, and nothing of it is kept.`, async () => {
    await using here = await place();
    const archive = join(here.root, "evil.tar.gz");
    await writeTar(archive, tar(members));
    await assert.rejects(open(archive, here), { code: "BAD_SNAPSHOT", message });
    await assertClean(here);
    assert.deepEqual(
      (await readdir(dirname(here.root))).filter((name) => name === "evil.tsv"),
      [],
    );
  });
}

test("A bomb is refused as soon as it has grown too much, by gzip and by zstd.", async () => {
  await using here = await place();
  const limits = { ...defaultLimits, growthAllowance: 1 << 20, growth: 100 };
  for (const name of ["bomb.tar.gz", "bomb.tar.zst"]) {
    const archive = join(here.root, name);
    await writeTar(archive, tar([{ ...good, content: Buffer.alloc(64 << 20, 97) }]));
    const before = process.memoryUsage().rss;
    await assert.rejects(open(archive, here, limits), { code: "TOO_LARGE", message: /expected at most \d+ bytes/ });
    assert.ok(process.memoryUsage().rss - before < 200 << 20);
  }
  await assertClean(here);
});

test("An archive that claims more than it has, is cut off or is no archive is refused.", async () => {
  await using here = await place();
  const at = (name: string) => join(here.root, name);
  await writeTar(at("claims.tar.gz"), tar([{ ...good, size: 1_000_000 }]));
  await assert.rejects(open(at("claims.tar.gz"), here), { code: "BAD_SNAPSHOT", message: /cut off/ });
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, at_) => (at_ * 7919) % 251));
  for (const name of ["cut.tar.gz", "cut.tar.zst"]) {
    await writeTar(at(name), tar([{ ...good, content: noise }]));
    await truncate(at(name), 300);
    await assert.rejects(open(at(name), here), { code: "BAD_SNAPSHOT", message: /cut off|damaged/ }, name);
  }
  await writeFile(at("text.tar.gz"), "hello");
  await assert.rejects(open(at("text.tar.gz"), here), { code: "BAD_SNAPSHOT", message: /damaged/ });
  await writeTar(at("noise.tar.gz"), noise);
  await assert.rejects(open(at("noise.tar.gz"), here), { code: "BAD_SNAPSHOT", message: /expected a tar header/ });
  await writeFile(at("plain.txt"), "hello");
  await assert.rejects(open(at("plain.txt"), here), { code: "NO_SUCH_SNAPSHOT" });
  await assertClean(here);
});

test("A link in a directory is refused, wherever it leads.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  await symlink("/etc/hostname", join(here.snapshot, "alerts", "alerts_at_2026-01-02T12-30-00.json"));
  await assert.rejects(open(here.snapshot, here), {
    code: "BAD_SNAPSHOT",
    message: /alerts_at_2026-01-02T12-30-00\.json: expected a file or a folder, found a link/,
  });
});

const header = "Timestamp\tServiceName\tBody\n";
const line = (body: string) => `2026-01-02 12:00:00\tcart\t${body}\n`;

for (const [what, files, message] of [
  [
    "has bytes that are no UTF-8",
    { "otel_logs_raw.tsv": Buffer.concat([Buffer.from(header + line("ok")), Buffer.from([0xff, 0xfe])]) },
    /otel_logs_raw\.tsv: byte 55: expected UTF-8/,
  ],
  [
    "ends within a sign",
    { "otel_logs_raw.tsv": Buffer.from(`${header}é`).subarray(0, -1) },
    /otel_logs_raw\.tsv: byte 27: cut off within a sign/,
  ],
  [
    "has a zero byte",
    { "otel_logs_raw.tsv": `${header}${line("a\0b")}` },
    /otel_logs_raw\.tsv: byte 53: expected text, found a zero byte/,
  ],
  [
    "has a row with too few fields",
    { "otel_logs_raw.tsv": `${header}${line("a")}2026\tcart\n` },
    /otel_logs_raw\.tsv: row 2: expected 3 fields as in the header, found 2/,
  ],
  [
    "ends within quotes",
    { "otel_traces_raw.tsv": `${header}${line("a")}x\tcart\t"never` },
    /otel_traces_raw\.tsv: row 2: cut off within a quoted field/,
  ],
  [
    "has alerts that are no JSON",
    { "alerts/alerts_at_2026-01-02T12-00-00.json": '{"data"' },
    /alerts_at_2026-01-02T12-00-00\.json: expected JSON/,
  ],
  [
    "has alerts of no known form",
    { "alerts/alerts_at_2026-01-02T12-00-00.json": '{"a":1}' },
    /expected alerts in one of the known forms/,
  ],
  ["names a column twice", { "otel_logs_raw.tsv": "Body\tbody\nx\ty\n" }, /expected columns of different names/],
  [
    "is of a version that nobody knows",
    { "snapshot.json": '{"format":"airworthy-snapshot/9"}', "logs.jsonl": "" },
    /snapshot\.json: .*airworthy-snapshot\/1/s,
  ],
  [
    "was changed on the way",
    {
      "snapshot.json": JSON.stringify({
        format: "airworthy-snapshot/1",
        files: { "logs.jsonl": { sha256: "0".repeat(64) } },
      }),
      "logs.jsonl": "",
    },
    /logs\.jsonl: expected the digest 0{64}/,
  ],
  [
    "was cut off",
    { "snapshot.json": '{"format":"airworthy-snapshot/1"}', "logs.jsonl": '{"body":"a"}\n{"body":' },
    /logs\.jsonl: line 2: expected a line end/,
  ],
  [
    "has a line that is no object",
    { "snapshot.json": '{"format":"airworthy-snapshot/1"}', "logs.jsonl": '{"body":"a"}\n[]\n' },
    /logs\.jsonl: line 2: expected a JSON object/,
  ],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string | Buffer>>, RegExp])[]) {
  test(`A snapshot that ${what} is refused with the file, the place and the reason.`, async () => {
    await using here = await place();
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(here.snapshot, path)), { recursive: true });
      await writeFile(join(here.snapshot, path), content);
    }
    await assert.rejects(open(here.snapshot, here), { code: "BAD_SNAPSHOT", message });
    await assertClean(here);
  });
}

test("A record without an end and more files, bytes, objects or series than may be are refused.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  for (const [limit, message] of [
    [{ recordBytes: 500 }, /row \d+: expected a record of at most 500 bytes/],
    [{ files: 5 }, /expected at most 5 files/],
    [{ totalBytes: 1000 }, /expected at most 1000 bytes/],
    [{ objects: 3 }, /expected at most 3 objects/],
    [{ series: 1 }, /expected at most 1 series/],
    [{ documentBytes: 10 }, /expected at most 10 bytes/],
  ] as const) {
    await assert.rejects(open(here.snapshot, here, { ...defaultLimits, ...limit }), { message });
  }
  await assertClean(here);
});

test("A ground truth of megabytes, or one that unfolds to them, is refused.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  const truth = join(here.snapshot, "ground_truth.yaml");
  await writeFile(truth, `#${"x".repeat(2 << 20)}\n${incident.truthV1}`);
  await assert.rejects(truthOf(here.snapshot), {
    code: "BAD_SNAPSHOT",
    message: /ground_truth\.yaml: expected at most/,
  });
  const folds = Array.from(
    { length: 12 },
    (_, at) =>
      `l${at}: &l${at} [${Array(9)
        .fill(at === 0 ? "x" : `*l${at - 1}`)
        .join(", ")}]`,
  );
  await writeFile(truth, `${folds.join("\n")}\n${incident.truthV1}`);
  await assert.rejects(truthOf(here.snapshot), { code: "BAD_TRUTH" });
});

test("Rows that cannot be understood are counted and named, and the others are read.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  const times = ["2026-01-02 12:00:00", "one fine day", "another"];
  await writeFile(
    join(here.snapshot, "otel_logs_raw.tsv"),
    tsv(
      ["Timestamp", "Body"],
      times.map((time) => [time, "x"]),
    ),
  );
  using store = await open(here.snapshot, here);
  assert.deepEqual(
    store.notes.filter((note) => note.includes("logs")),
    ["otel_logs_raw.tsv: without a time that can be read: 2 rows, the first is row 2"],
  );
  assert.equal((await store.rows("SELECT count(*) AS n FROM logs"))[0]?.n, 3);
});

test("Ids that repeat or lead in a circle multiply nothing.", async () => {
  await using here = await place();
  await writeSnapshot(here.snapshot, "published");
  const columns = ["Timestamp", "TraceId", "SpanId", "ParentSpanId", "ServiceName", "Duration", "StatusCode"];
  const rows = Array.from({ length: 3000 }, () => ["2026-01-02 12:00:00", "t", "a", "a", "s", 1000, "Error"]);
  const circle = [
    ["2026-01-02 12:00:00", "t", "b", "c", "s", 1, ""],
    ["2026-01-02 12:00:00", "t", "c", "b", "s", 1, ""],
  ];
  await writeFile(join(here.snapshot, "otel_traces_raw.tsv"), tsv(columns, [...rows, ...circle]));
  using store = await open(here.snapshot, here);
  assert.equal((await store.rows("SELECT count(*) AS n FROM spans"))[0]?.n, 3002);
  const { tools } = await import("../../src/snapshot/index.ts");
  const trace = tools.find(({ name }) => name === "trace");
  assert.equal((await trace?.run(store, { trace: "t" }))?.total, 3002);
});
