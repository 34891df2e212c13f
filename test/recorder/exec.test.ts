import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { airworthy, ended, heard, main, place, start } from "./place.ts";

/** Every way for a command to end, and what must be known of it afterwards. */
const endings: readonly [
  what: string,
  args: readonly string[],
  expected: { code: number | null; signal?: NodeJS.Signals; report: Record<string, unknown> },
][] = [
  ["succeeds", ["true"], { code: 0, report: { verdict: "success", exitCode: 0 } }],
  ["fails", ["sh", "-c", "exit 7"], { code: 7, report: { verdict: "failure", exitCode: 7 } }],
  [
    "ends with the highest code",
    ["sh", "-c", "exit 255"],
    { code: 255, report: { verdict: "failure", exitCode: 255 } },
  ],
  [
    "is ended by SIGTERM",
    ["sh", "-c", "kill -TERM $$"],
    { code: null, signal: "SIGTERM", report: { verdict: "error", signal: "SIGTERM", kind: "killed" } },
  ],
  [
    "is killed",
    ["sh", "-c", "kill -KILL $$"],
    { code: null, signal: "SIGKILL", report: { verdict: "error", signal: "SIGKILL", kind: "killed" } },
  ],
  [
    "writes to a pipe that nobody reads, which Node itself ignores",
    ["sh", "-c", "kill -PIPE $$"],
    { code: null, signal: "SIGPIPE", report: { verdict: "error", signal: "SIGPIPE", kind: "killed" } },
  ],
  [
    "takes too long",
    ["--timeout", "200ms", "sleep", "600"],
    { code: 124, report: { verdict: "error", signal: "SIGTERM", kind: "timeout" } },
  ],
  ["is not there", ["no-such-program-here"], { code: 127, report: { verdict: "error", kind: "not-started" } }],
  ["is a directory", ["/tmp"], { code: 126, report: { verdict: "error", kind: "not-started" } }],
  ["is not executable", ["/etc/passwd"], { code: 126, report: { verdict: "error", kind: "not-started" } }],
];

for (const [what, args, expected] of endings) {
  test(`When a command ${what}, we end as it did and the report says so.`, async () => {
    const here = place();
    const { code, signal, stderr } = await airworthy(here, ["exec", ...args]);
    assert.deepEqual({ code, signal }, { code: expected.code, signal: expected.signal ?? null }, stderr);
    const [prescription, ...others] = await here.entries("prescription");
    assert.equal(others.length, 0);
    assert.ok(prescription);
    const [report, ...more] = await here.entries("report");
    assert.equal(more.length, 0);
    assert.ok(report);
    const { verdict, exitCode, signal: by, error, prescriptionHash, durationMs } = report.entry.data;
    const kind = error?.kind;
    assert.deepEqual(JSON.parse(JSON.stringify({ verdict, exitCode, signal: by, kind })), expected.report);
    assert.equal(prescriptionHash, prescription.hash);
    assert.equal(report.entry.data.prescription, prescription.entry.id);
    assert.ok(durationMs !== undefined && durationMs >= 0);
    assert.equal(report.entry.capture.channel, "exec");
    assert.equal(report.entry.capture.custody, "shared");
  });
}

test("The prescription is on disk before the command starts: the command itself finds it there.", async () => {
  const here = place();
  const { code, stdout } = await airworthy(here, ["exec", "-q", "sh", "-c", "cat $AIRWORTHY_LOG/segments/*"]);
  assert.equal(code, 0);
  const lines = stdout.toString().trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "");
  assert.equal(last.type, "prescription");
  assert.deepEqual(last.data.command, ["sh", "-c", "cat $AIRWORTHY_LOG/segments/*"]);
  assert.deepEqual(
    (await here.entries()).slice(0, lines.length).map(({ line }) => line.toString()),
    lines,
  );
});

test("What cannot be recorded is not run.", async () => {
  const here = place();
  writeFileSync(here.log, "not a directory");
  const { code, stdout, stderr } = await airworthy(here, ["exec", "echo", "ran"]);
  assert.equal(code, 125, stderr);
  assert.equal(stdout.length, 0);
  assert.match(stderr, /^error: /);
});

test("Input, output and errors pass through byte for byte, and nothing of ours is on standard output.", async () => {
  const here = place();
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7 + (at >> 8)) & 0xff));
  for (const options of [[], ["--capture-output"], ["--read-stdin"], ["--json"]]) {
    const { code, stdout } = await airworthy(here, ["exec", ...options, "cat"], { input: bytes });
    assert.equal(code, 0, options.join());
    assert.ok(stdout.equals(bytes), options.join());
  }
  const { stdout, stderr } = await airworthy(here, ["exec", "-q", "sh", "-c", "printf 'a\\377b' >&2; printf out"]);
  assert.equal(stdout.toString(), "out");
  assert.ok(stderr.includes("a\ufffdb"));
});

test("A file as standard input counts for the risk and is still all there for the command.", async () => {
  const here = place();
  const file = join(here.directory, "ns.yaml");
  const manifest = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n";
  writeFileSync(file, manifest);
  const input = openSync(file, "r");
  try {
    const child = start(here, ["exec", "-q", "sh", "-c", "cat"], { stdio: [input, "pipe", "inherit"] });
    assert.equal((await ended(child)).stdout.toString(), manifest);
  } finally {
    closeSync(input);
  }
  const [prescription] = await here.entries("prescription");
  const digest = createHash("sha256").update(manifest).digest("hex");
  assert.deepEqual(
    prescription?.entry.data.artifacts.map(({ name, digest: found }) => [name, found]),
    [["<stdin>", digest]],
  );
});

test("--json gives one record on standard error, and --record the same in a file.", async () => {
  const here = place();
  const file = join(here.directory, "record.json");
  const { code, stdout, stderr } = await airworthy(here, [
    "exec",
    "--json",
    "--record",
    file,
    "sh",
    "-c",
    "echo out; exit 3",
  ]);
  assert.equal(code, 3);
  assert.equal(stdout.toString(), "out\n");
  const record = JSON.parse(stderr.slice(stderr.indexOf("{\n")));
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), record);
  const [prescription] = await here.entries("prescription");
  assert.equal(record.prescription, prescription?.entry.id);
  assert.equal(record.hash, prescription?.hash);
  assert.equal(record.outcome.exitCode, 3);
  assert.equal(record.outcome.verdict, "failure");
});

test("The command has our environment, with the prescription's id, and the descriptors that were opened for it.", async () => {
  const here = place();
  const { stdout } = await airworthy(here, ["exec", "-q", "env"], { env: { MARK: "x y" } });
  const passed = Object.fromEntries(
    stdout
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  const { env } = here;
  // One variable more: launchers within the command see that it is on record already.
  const AIRWORTHY_WITHIN = (await here.entries("prescription"))[0]?.entry.id;
  assert.deepEqual({ ...passed, _: undefined }, { ...env, MARK: "x y", AIRWORTHY_WITHIN, _: undefined });
  const child = start(here, ["exec", "-q", "sh", "-c", "echo three >&3; echo four >&4"], {
    stdio: ["ignore", "ignore", "inherit", "pipe", "pipe"],
  });
  const texts = await Promise.all(
    [3, 4].map(async (at) => {
      let text = "";
      for await (const chunk of child.stdio[at] as NodeJS.ReadableStream) text += String(chunk);
      return text;
    }),
  );
  assert.deepEqual(texts, ["three\n", "four\n"]);
});

test("Who is killed leaves a prescription that the next run closes as lost, once.", async () => {
  const here = place();
  const child = start(here, ["exec", "-q", "sh", "-c", "echo ready; exec sleep 600"], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  await heard(child, /ready/);
  process.kill(child.pid ?? 0, "SIGKILL");
  await once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGKILL"); // What it started goes on without it.
  assert.equal((await here.entries("report")).length, 0);
  for (let run = 0; run < 2; run += 1) assert.equal((await airworthy(here, ["exec", "true"])).code, 0);
  const [killed, ...later] = await here.entries("prescription");
  const reports = await here.entries("report");
  assert.equal(later.length, 2);
  assert.equal(reports.length, 3);
  const ofKilled = reports.filter(({ entry }) => entry.data.prescription === killed?.entry.id);
  assert.equal(ofKilled.length, 1);
  assert.equal(ofKilled[0]?.entry.data.verdict, "error");
  assert.equal(ofKilled[0]?.entry.data.error?.kind, "lost");
  assert.equal(ofKilled[0]?.entry.data.prescriptionHash, killed?.hash);
});

test("Who is still at work is not closed by another run.", async () => {
  const here = place();
  const child = start(here, ["exec", "-q", "sh", "-c", "echo ready; cat"], { stdio: ["pipe", "pipe", "inherit"] });
  await heard(child, /ready/);
  assert.equal((await airworthy(here, ["exec", "true"])).code, 0);
  assert.equal((await here.entries("report")).length, 1);
  child.stdin?.end();
  await once(child, "exit");
  assert.deepEqual(
    (await here.entries("report")).map(({ entry }) => entry.data.verdict),
    ["success", "success"],
  );
});

test("A timeout ends what the command started, too.", async () => {
  const here = place();
  // The pipe stays open as long as any of them lives.
  const { code, stdout } = await airworthy(here, [
    "exec",
    "-q",
    "--timeout",
    "300ms",
    "sh",
    "-c",
    "sleep 600 & sleep 600 & wait",
  ]);
  assert.equal(code, 124);
  assert.equal(stdout.length, 0);
});

test("Without a terminal nobody can confirm: it is declined, recorded, and not run.", async () => {
  const here = place();
  const { code, stdout } = await airworthy(here, ["exec", "--confirm", "low", "echo", "ran"], { detached: true });
  assert.equal(code, 5);
  assert.equal(stdout.length, 0);
  const [report] = await here.entries("report");
  assert.equal(report?.entry.data.verdict, "declined");
  assert.equal((await here.entries("prescription")).length, 1);
});

test("Mistakes of ours have exit codes that programs leave to wrappers.", async () => {
  const here = place();
  for (const [args, code] of [
    [["exec"], 125],
    [["exec", "--no-such-option", "true"], 125],
    [["exec", "--timeout", "soon", "true"], 125],
    [["exec", "--confirm", "sometimes", "true"], 125],
    [["exec", "--help"], 0],
  ] as const) {
    assert.equal((await airworthy(here, args)).code, code, args.join(" "));
  }
  assert.throws(() => readFileSync(here.log), { code: "ENOENT" });
});

test("A script that is executable only by name runs like in a shell; captured output is kept by digest.", async () => {
  const here = place();
  const script = join(here.directory, "tool");
  writeFileSync(script, "#!/bin/sh\necho to-out; echo to-err >&2; exit 4\n");
  chmodSync(script, 0o755);
  const { code, stdout, stderr } = await ended(start(here, ["exec", "-q", "--capture-output", "./tool"]));
  assert.equal(code, 4);
  assert.equal(stdout.toString(), "to-out\n");
  assert.ok(stderr.includes("to-err\n"));
  const [report] = await here.entries("report");
  assert.deepEqual(
    report?.entry.data.output.map(({ name, size }) => [name, size]),
    [
      ["stdout", 7],
      ["stderr", 7],
    ],
  );
});

test("A pipe that is named like a file, as by <(…), is left for the command to read.", async () => {
  const here = place();
  const tool = join(here.directory, "kubectl");
  writeFileSync(tool, '#!/bin/sh\ncat "$3"\n');
  chmodSync(tool, 0o755);
  const line = `"$0" "$1" exec -q ./kubectl apply -f <(echo 'kind: Namespace')`;
  const child = spawn("bash", ["-c", line, process.execPath, main], { cwd: here.directory, env: here.env });
  const { stdout, code, stderr } = await ended(child);
  assert.equal(stdout.toString(), "kind: Namespace\n", stderr);
  assert.equal(code, 0);
});
