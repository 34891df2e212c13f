import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mock, test } from "node:test";
import { connect, type Recorder } from "../../src/recorder/index.ts";
import { airworthy, type Place, place } from "./place.ts";

const ada = { kind: "agent", id: "ada" } as const;
const bob = { kind: "agent", id: "bob" } as const;

async function recorder({ env }: Place, options: Partial<Parameters<typeof connect>[0]> = {}): Promise<Recorder> {
  return await connect({ channel: "library", environment: env, ...options });
}

const anomaliesOf = async (here: Place) => (await here.entries("anomaly")).map(({ entry }) => entry.data);
const kinds = async (here: Place) => (await anomaliesOf(here)).map(({ kind }) => kind);

test("Risk and targets come from the command, whatever whoever acts calls it.", async () => {
  const here = place();
  await using records = await recorder(here, { actor: ada, session: "s1" });
  const prescribed = await records.prescribe({
    command: ["kubectl", "--context", "prod", "delete", "namespace", "shop"],
    tool: "cat",
    operation: "read",
    scope: "development",
    intent: "just looking",
  });
  const [written] = await here.entries("prescription");
  const data = written?.entry.data;
  assert.equal(data?.tool, "kubectl");
  assert.equal(data?.class, "destroy");
  assert.ok(data?.risk.level === "critical" || data?.risk.level === "high", data?.risk.level);
  assert.deepEqual(
    data?.targets.map(({ kind, name, action }) => [kind.toLowerCase(), name, action]),
    [["namespace", "shop", "delete"]],
  );
  assert.equal(prescribed.assessment.level, data?.risk.level);
  assert.equal(prescribed.hash, written?.hash);
  assert.equal(written?.entry.session, "s1");
  assert.equal(written?.entry.actor.id, "ada");
  assert.equal(records.custody, "shared");
});

test("A verdict must be what the exit code says; what was tried is on record, and the right report still counts.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id } = await records.prescribe({ command: ["true"] });
  const wrong = [
    { verdict: "success", exitCode: 1 },
    { verdict: "failure", exitCode: 0 },
    { verdict: "error", exitCode: 0 },
    { verdict: "success" },
    { verdict: "failure" },
  ] as const;
  for (const outcome of wrong) {
    await assert.rejects(records.report({ prescription: id, ...outcome }), { code: "VERDICT_MISMATCH" });
  }
  assert.deepEqual(
    await kinds(here),
    wrong.map(() => "mismatch"),
  );
  assert.deepEqual((await records.report({ prescription: id, verdict: "success", exitCode: 0 })).anomalies, []);
  assert.equal((await here.entries("report")).length, 1);
});

test("Where no command was run there is no exit code to ask for.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id } = await records.prescribe({ tool: "argocd", operation: "sync" });
  await records.report({ prescription: id, verdict: "success" });
  const [report] = await here.entries("report");
  assert.equal(report?.entry.data.exitCode, undefined);
});

test("The second report of a prescription is refused and recorded.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id, hash } = await records.prescribe({ command: ["true"] });
  await records.report({ prescription: id, verdict: "failure", exitCode: 2 });
  await assert.rejects(records.report({ prescription: id, verdict: "success", exitCode: 0 }), {
    code: "ALREADY_REPORTED",
  });
  await assert.rejects(records.decline({ prescription: id, trigger: "risk", reason: "no" }), {
    code: "ALREADY_REPORTED",
  });
  assert.deepEqual(await kinds(here), ["double-report", "double-report"]);
  const reports = await here.entries("report");
  assert.deepEqual(
    reports.map(({ entry }) => [entry.data.verdict, entry.data.prescriptionHash]),
    [["failure", hash]],
  );
});

test("A report of what nobody prescribed is refused and recorded, whatever its id looks like.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id } = await records.prescribe({ command: ["true"] });
  const { id: report } = await records.report({ prescription: id, verdict: "success", exitCode: 0 });
  for (const unknown of ["01900000-0000-7000-8000-000000000000", "nonsense", report]) {
    await assert.rejects(records.report({ prescription: unknown, verdict: "error" }), { code: "NO_SUCH_PRESCRIPTION" });
  }
  assert.deepEqual(await kinds(here), ["unknown-report", "unknown-report", "unknown-report"]);
});

test("A report by another actor is refused, recorded, and does not use up the one report.", async () => {
  const here = place();
  await using adas = await recorder(here, { actor: ada });
  await using bobs = await recorder(here, { actor: bob });
  await using nobodys = await recorder(here);
  const { id } = await adas.prescribe({ command: ["true"] });
  await assert.rejects(bobs.report({ prescription: id, verdict: "success", exitCode: 0 }), { code: "FOREIGN_REPORT" });
  await assert.rejects(bobs.decline({ prescription: id, trigger: "x", reason: "y" }), { code: "FOREIGN_REPORT" });
  assert.deepEqual(await kinds(here), ["foreign-report", "foreign-report"]);
  // Who does not say who they are reports in the name of whoever prescribed.
  await nobodys.report({ prescription: id, verdict: "success", exitCode: 0 });
  const [report] = await here.entries("report");
  assert.equal(report?.entry.actor.id, "ada");
});

test("A late report counts and is marked; a missing one is recorded once, however often somebody looks.", async () => {
  const here = place();
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  try {
    await using records = await recorder(here);
    const late = await records.prescribe({ command: ["true"], expires: 60 });
    const missing = await records.prescribe({ command: ["false"], expires: 60 });
    assert.deepEqual(await records.closeLost(), []);
    mock.timers.tick(60_000);
    assert.deepEqual(await records.closeLost(), []);
    mock.timers.tick(1);
    const reported = await records.report({ prescription: late.id, verdict: "success", exitCode: 0 });
    assert.deepEqual(
      reported.anomalies.map(({ kind }) => kind),
      ["late-report"],
    );
    assert.deepEqual(await records.closeLost(), [{ prescription: missing.id, because: "missing-report" }]);
    assert.deepEqual(await records.closeLost(), []);
    await records.prescribe({ command: ["true"] });
    assert.deepEqual(await kinds(here), ["late-report", "missing-report"]);
    const [first] = await records.pending();
    assert.equal(first?.id, missing.id);
    assert.equal(first?.overdue, true);
    // It may still come.
    await records.report({ prescription: missing.id, verdict: "failure", exitCode: 1 });
    assert.deepEqual(await kinds(here), ["late-report", "missing-report", "late-report"]);
  } finally {
    mock.timers.reset();
  }
});

test("Of many processes that report the same prescription at once, one is heard.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id } = await records.prescribe({ command: ["true"] });
  const racers = await Promise.all(
    [0, 1, 2, 3].map((code) => airworthy(here, ["report", id, "--exit-code", String(code)])),
  );
  assert.deepEqual(racers.map(({ code }) => code).sort(), [0, 5, 5, 5]);
  assert.equal((await here.entries("report")).length, 1);
  assert.deepEqual(await kinds(here), ["double-report", "double-report", "double-report"]);
});

test("A decline needs a trigger and a reason, of at most 512 characters each, in any script.", async () => {
  const here = place();
  await using records = await recorder(here);
  const { id } = await records.prescribe({ command: ["true"] });
  const decline = (trigger: string, reason: string) => records.decline({ prescription: id, trigger, reason });
  await assert.rejects(decline("", "because"), { code: "INVALID_INPUT" });
  await assert.rejects(decline("risk", "  "), { code: "INVALID_INPUT" });
  await assert.rejects(decline("risk", "x".repeat(513)), { code: "INVALID_INPUT" });
  await assert.rejects(records.decline({ trigger: "risk", reason: "r" }), { code: "INVALID_INPUT" });
  await decline("risk", "🛑".repeat(512));
  const [report] = await here.entries("report");
  assert.deepEqual(report?.entry.data.decline, { trigger: "risk", reason: "🛑".repeat(512) });
});

test("What is declined before it was prescribed is prescribed first.", async () => {
  const here = place();
  await using records = await recorder(here, { actor: ada });
  const command = ["kubectl", "delete", "namespace", "shop"];
  const { prescription } = await records.decline({ intent: { command }, trigger: "risk", reason: "the wrong cluster" });
  const [written] = await here.entries("prescription");
  assert.equal(written?.entry.id, prescription);
  assert.deepEqual(written?.entry.data.command, command);
  assert.deepEqual(
    (await here.entries("report")).map(({ entry }) => entry.data.verdict),
    ["declined"],
  );
  assert.deepEqual(await records.pending(), []);
});

test("Whoever decides sees the risk first; a yes is recorded with a name and bound to the intention.", async () => {
  const here = place();
  await using records = await recorder(here);
  const seen: string[] = [];
  const prescribed = await records.prescribe(
    { command: ["kubectl", "delete", "namespace", "shop"] },
    {
      decide: async ({ intentDigest }) => {
        assert.deepEqual(await here.entries("prescription"), []);
        seen.push(intentDigest);
        return { is: "approved", by: "grace" };
      },
    },
  );
  const [written] = await here.entries("prescription");
  assert.deepEqual(written?.entry.data.approval, { by: "grace", intentDigest: seen[0] });
  assert.equal(written?.entry.data.intentDigest, seen[0]);
  assert.equal(prescribed.declined, undefined);
});

test("Files of any bytes and line ends are kept as they are, by digest.", async () => {
  const here = place();
  await using records = await recorder(here);
  const crlf = Buffer.from("apiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: a\r\n");
  const binary = Buffer.from([0x6b, 0x69, 0x6e, 0x64, 0x3a, 0xff, 0xfe, 0x00, 0x80, 0x0d, 0x0a, 0xc3]);
  await records.prescribe({
    tool: "kubectl",
    operation: "apply",
    documents: [
      { name: "crlf.yaml", bytes: crlf },
      { name: "binary.yaml", bytes: binary },
    ],
  });
  const [written] = await here.entries("prescription");
  const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  assert.deepEqual(
    written?.entry.data.artifacts.map(({ name, digest, size, stored }) => [name, digest, size, stored]),
    [
      ["crlf.yaml", sha(crlf), crlf.length, true],
      ["binary.yaml", sha(binary), binary.length, true],
    ],
  );
});

test("Half a character, and words longer than a line may be, do not keep an intention from being recorded.", async () => {
  const here = place();
  await using records = await recorder(here);
  const long = "x".repeat(5 * 1024 * 1024);
  await records.prescribe({ command: ["echo", "half \ud800", long], intent: "why \udc00" });
  const [written] = await here.entries("prescription");
  const { command = [], artifacts = [] } = written?.entry.data ?? {};
  assert.equal(command[1], "half \ufffd");
  assert.ok((command[2] ?? "").length < 2_000);
  assert.deepEqual(
    artifacts.map(({ name, size }) => [name, size]),
    [["argument 2", long.length]],
  );
});

test("A channel can say what it sees and when it stops.", async () => {
  const here = place();
  await using records = await recorder(here, { channel: "hook", through: "claude", actor: ada });
  const sight = { covers: ["Bash"], excludes: ["WebFetch"] };
  await records.cover({ state: "open", ...sight });
  await records.cover({ state: "closed", ...sight });
  assert.deepEqual(
    (await here.entries("coverage")).map(({ entry }) => entry.data),
    [
      { channel: "hook", through: "claude", state: "open", ...sight },
      { channel: "hook", through: "claude", state: "closed", ...sight },
    ],
  );
});

test("Entries come by session, actor and type, a page at a time; an entry comes by its id.", async () => {
  const here = place();
  await using adas = await recorder(here, { actor: ada, session: "one" });
  await using bobs = await recorder(here, { actor: bob, session: "two" });
  const first = await adas.prescribe({ command: ["true"] });
  await bobs.prescribe({ command: ["false"] });
  await adas.report({ prescription: first.id, verdict: "success", exitCode: 0 });
  const sequences = async (...[selection]: Parameters<Recorder["entries"]>) =>
    (await adas.entries(selection)).map(({ entry }) => entry.sequence);
  assert.deepEqual(await sequences(), [0, 1, 2, 3]);
  assert.deepEqual(await sequences({ session: "one" }), [1, 3]);
  assert.deepEqual(await sequences({ actor: "bob" }), [2]);
  assert.deepEqual(await sequences({ type: "prescription", from: 2 }), [2]);
  assert.deepEqual(await sequences({ from: 1, limit: 2 }), [1, 2]);
  assert.equal((await adas.entry(first.id))?.hash, first.hash);
  assert.equal(await adas.entry("01900000-0000-7000-8000-000000000000"), undefined);
  assert.deepEqual(
    (await adas.pending({ actor: "bob" })).map(({ sequence }) => sequence),
    [2],
  );
  assert.deepEqual(await adas.pending({ actor: "ada" }), []);
});
