// How long it takes to index a snapshot and to ask it: `node perf/snapshot-query.ts [MEGABYTES] [RUNS]`.
//
// The snapshot is made up, in the published layout: two thirds logs, the rest traces, metrics and objects. The baseline of
// every question is a plain scan: reading all bytes of the log file once from the disk's cache and looking for a word, as
// `grep` does. Times are of the processor, all threads together: on a busy machine the clock measures the neighbours. The
// clock's median over all questions comes at the end. Memory is the peak of this process, database included.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { openSnapshot, tools } from "../src/snapshot/index.ts";
import { line, median, middle, runsFrom, seconds } from "./measure.ts";

const services = ["frontend", "cart", "checkout", "payment", "shipping", "quote", "email", "currency", "ad", "catalog"];
const start = Date.parse("2026-01-02T12:00:00Z");
const time = (ms: number) => new Date(start + ms).toISOString().replace("T", " ").replace("Z", "");
const resource = (service: string, pod: number) =>
  `{'service.name': '${service}', 'k8s.namespace.name': 'shop', 'k8s.pod.name': '${service}-6d5f8c7b9-x2x4${pod}', 'k8s.container.name': '${service}'}`;

/** A sequence that looks like chance and is always the same. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

/** Writes rows until the file has the size, in portions, since a string of gigabytes is none. */
async function write(
  path: string,
  header: string,
  bytes: number,
  row: (at: number, part: number) => string,
): Promise<number> {
  const file = createWriteStream(path);
  file.write(`${header}\n`);
  let [written, rows] = [0, 0];
  while (written < bytes) {
    const portion: string[] = [];
    for (let at = 0; at < 2000; at += 1) {
      portion.push(row(rows, written / bytes));
      rows += 1;
    }
    const text = portion.join("");
    written += text.length;
    if (!file.write(text)) await new Promise<void>((resolve) => file.once("drain", () => resolve()));
  }
  file.end();
  await finished(file);
  return rows;
}

const hex = (value: number) => value.toString(16).padStart(8, "0");

async function make(root: string, megabytes: number): Promise<void> {
  const next = chance(7);
  const size = megabytes * 1e6;
  const hour = 3_600_000;
  await mkdir(join(root, "metrics"), { recursive: true });
  await mkdir(join(root, "alerts"));
  const pick = () => services[next() % services.length] ?? "cart";
  await write(
    join(root, "otel_logs_raw.tsv"),
    "Timestamp\tTraceId\tSpanId\tSeverityText\tServiceName\tBody\tResourceAttributes\tLogAttributes",
    (size * 2) / 3,
    (at, part) => {
      const service = pick();
      const id = `${hex(next())}${hex(next())}`;
      const fails = part > 0.5 && service === "cart" && at % 3 === 0;
      const body = fails
        ? `Can't access storage 10.0.${at % 250}.${at % 200}:6379 after ${at % 900}ms, request ${id} will be retried`
        : `request ${id} GET /api/${service}/items/${at % 5000} took ${at % 300}ms, status ${200 + (at % 4)}, bytes ${next() % 90_000}`;
      const attributes = `{'http.request_id': '${id}', 'thread': '${at % 16}', 'user_agent': 'Mozilla/5.0 (X11; Linux x86_64) synthetic'}`;
      return `${time(part * hour)}\t${id}${id}\t${id}\t${fails ? "ERROR" : "INFO"}\t${service}\t${body}\t${resource(service, at % 3)}\t${attributes}\n`;
    },
  );
  await write(
    join(root, "otel_traces_raw.tsv"),
    "Timestamp\tTraceId\tSpanId\tParentSpanId\tSpanName\tSpanKind\tServiceName\tResourceAttributes\tSpanAttributes\tDuration\tStatusCode\tStatusMessage",
    size / 6,
    (at, part) => {
      const [trace, depth] = [Math.floor(at / 5), at % 5];
      const fails = part > 0.5 && trace % 3 === 0;
      const service = services[depth] ?? "cart";
      const parent = depth === 0 ? "" : `${trace}-${depth - 1}`;
      return `${time(part * hour + depth)}\t${hex(trace).repeat(4)}\t${trace}-${depth}\t${parent}\tcall ${service}\tServer\t${service}\t${resource(service, 1)}\t{}\t${(5 - depth) * 1e6 * (fails ? 20 : 1)}\t${fails ? "Error" : "Unset"}\t\n`;
    },
  );
  await write(
    join(root, "metrics", "service_cart_raw.tsv"),
    "metric_name\ttimestamp\tvalue\tservice_name\tnamespace\ttags",
    size / 12,
    (at, part) =>
      `requests_${at % 200}_total\t${time(part * hour)}\t${Math.floor(at / 200) * (part > 0.5 && at % 200 === 7 ? 3 : 1)}\tcart\tshop\t{'job': 'cart', 'instance': '${at % 200}'}\n`,
  );
  const object = (kind: string, name: string, more: object) =>
    JSON.stringify({
      kind,
      metadata: { name, namespace: "shop", uid: name, labels: { app: name }, managedFields: "x".repeat(800) },
      ...more,
    });
  await write(join(root, "k8s_objects_raw.tsv"), "Timestamp\tBody\tLogAttributes", size / 12, (at, part) => {
    const service = services[at % 10] ?? "cart";
    const value = part > 0.45 && service === "cart" ? "on" : "off";
    const body =
      at % 20 < 10
        ? object("ConfigMap", `${service}-config`, { data: { flags: JSON.stringify({ failure: value }) } })
        : object("Deployment", service, {
            spec: { template: { metadata: { labels: { app: service } }, spec: { containers: [] } } },
          });
    return `${time(part * hour)}\t"${body.replaceAll('"', '""')}"\t{}\n`;
  });
  const alert = {
    labels: { alertname: "RequestErrorRate", service_name: "cart", namespace: "shop" },
    state: "firing",
    activeAt: new Date(start + 0.52 * hour).toISOString(),
    value: "1",
  };
  await writeFile(join(root, "alerts", "alerts_at_2026-01-02T12-35-00.000000.json"), JSON.stringify([alert]));
}

/** What grep does: every byte is looked at. */
async function scan(path: string): Promise<number> {
  let found = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    for (
      let at = (chunk as Buffer).indexOf("no such word");
      at >= 0;
      at = (chunk as Buffer).indexOf("no such word", at + 1)
    )
      found += 1;
  }
  return found;
}

/** Milliseconds of the processor. */
async function work(task: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const megabytes = runsFrom(process.argv.slice(2), 200);
const runs = runsFrom(process.argv.slice(3), 7);
const peak = () => process.resourceUsage().maxRSS / 1024;
const root = await mkdtemp(join(tmpdir(), "airworthy-perf-snapshot-"));
try {
  const [snapshot, cache] = [join(root, "snapshot"), join(root, "cache")];
  await make(snapshot, megabytes);
  const logs = join(snapshot, "otel_logs_raw.tsv");
  const plain = { name: "a plain scan", value: await median(runs, () => work(() => scan(logs))) };
  console.log(
    `${megabytes} MB, ${Math.round((await stat(logs)).size / 1e6)} MB of them logs; targets: 500 ms at the median, 1024 MB`,
  );
  console.log(line("a plain scan of the logs", plain.value, "ms"));
  const before = peak();
  const open = async () => (await openSnapshot(snapshot, { cache }))[Symbol.dispose]();
  console.log(line("index", (await work(open)) / 1000, "s"));
  console.log(line("peak memory before indexing", before, "MB"));
  console.log(line("peak memory after indexing", peak(), "MB"));
  console.log(line("open again", await work(open), "ms", plain));
  using store = await openSnapshot(snapshot, { cache });
  const [trace] = await store.rows("SELECT trace FROM spans WHERE is_error LIMIT 1");
  const questions: readonly (readonly [string, Record<string, unknown>])[] = [
    ["overview", {}],
    ["alerts", {}],
    ["events", {}],
    ["changes", {}],
    ["objects", {}],
    ["object", { object: "ConfigMap/cart-config" }],
    ["topology", { object: "Deployment/cart", steps: 2 }],
    ["logs", { service: "cart", severity: "ERROR" }],
    ["logs", { contains: "storage" }],
    ["logs", { contains: "access storage 10.0.7" }],
    ["logs", { contains: "nowhere" }],
    ["logs", { contains: "4f2a" }],
    ["logs", { regex: "took 29\\dms" }],
    ["log_patterns", {}],
    ["traces", {}],
    ["traces", { service: "cart" }],
    ["trace_errors", {}],
    ["trace", { trace: trace?.trace }],
    ["metrics", {}],
    ["metric", { series: 7 }],
    ["row", { cite: "otel_logs_raw.tsv#1000" }],
    ["sql", { query: "SELECT service, severity, count(*) FROM logs GROUP BY ALL" }],
  ];
  const clock: number[] = [];
  for (const [name, given] of questions) {
    const tool = tools.find((each) => each.name === name);
    const ask = () => work(async () => clock.push((await seconds(async () => tool?.run(store, given))) * 1000));
    console.log(line(`${name} ${JSON.stringify(given)}`.slice(0, 52), await median(runs, ask), "ms", plain));
  }
  console.log(line("median of all questions by the clock", middle(clock), "ms"));
  console.log(line("peak memory", peak(), "MB"));
} finally {
  await rm(root, { recursive: true, force: true });
}
