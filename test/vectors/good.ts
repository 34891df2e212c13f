import { hash } from "node:crypto";
import { LogMaker, sampleLog, samples } from "../evidence/log-maker.ts";
import { base64, everything, mallory, one, two, type Vector } from "./vector.ts";

const log = sampleLog();
const valid = { result: "valid", good: 8, entries: 8 } as const;

const rotated = sampleLog();
rotated.rotate(two);
rotated.add("coverage", samples.coverage("closed"));
const rotatedValid = { result: "valid", good: 10, entries: 10 } as const;

const stored = Buffer.from("replicas: 3\n");
const digest = hash("sha256", stored);
const artifactPath = `artifacts/sha256/${digest.slice(0, 2)}/${digest}`;

/** Every type, every optional member, and texts that are easily spelled wrongly. */
function everyType(): LogMaker {
  const all = new LogMaker();
  const trace = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7", parent: "53995c3f42cd8ad8" };
  const prescription = all.add(
    "prescription",
    {
      ...samples.prescription(),
      command: ["sh", "-c", 'echo "\\u0041 \\ud800" | tr a-z A-Z > C:\\users\\udo'],
      intent: 'quotes " and \\ / controls \b\f\n\r\t\u0001\u001f\u007f, é, 日本, \u2028, \u{1f6e9}\ufe0f, \ufeff',
      artifacts: [
        { name: "web.yaml", digest, size: stored.length, stored: true, original: `hmac-sha256:${"a".repeat(64)}` },
      ],
      targets: [{ system: "kubernetes", kind: "Pod", name: "*", action: "delete", selector: "app=web" }],
      targetCount: 9007199254740991,
      risk: {
        level: "critical",
        tags: [
          { tag: "k8s.wide-delete", level: "critical", field: "command[2]", because: "a selector may match all." },
        ],
        unknown: ["the shell's line"],
        rules: "1",
      },
      process: { boot: "5f1c7cc2-8d0a-4b55-a6b4-7c2a3f6f6a1e", pid: 4711, started: "123456" },
      approval: { by: "operator", intentDigest: samples.prescription().intentDigest },
      redacted: [{ what: "password", digest: `hmac-sha256:${"b".repeat(64)}` }],
    },
    {
      trace,
      session: "",
      actor: { kind: "agent", id: "x", model: "m", version: "1", prompt: "p@2", parent: "y" },
      capture: {
        channel: "mcp-proxy",
        through: "kubernetes",
        custody: "separate",
        peer: { uid: 1000, gid: 1000, pid: 4712, program: "/usr/bin/agent" },
        host: "build-3",
      },
    },
  );
  const report = samples.report(prescription);
  const { exitCode: _, ...killed } = report;
  all.add("report", { ...report, output: [{ name: "stdout", digest, size: stored.length, stored: true }] });
  all.add("report", { ...report, verdict: "failure", exitCode: 137, references: [{ type: "pr", id: "7" }] }, { trace });
  all.add("report", {
    ...killed,
    verdict: "error",
    signal: "SIGKILL",
    error: { kind: "killed", text: "out of memory" },
  });
  all.add("anomaly", { kind: "late-report", prescription: "x", text: "" });
  all.add("coverage", { ...samples.coverage("open"), through: "claude" });
  all.add("recovery", { bytes: 17, digest });
  all.add("import", { format: "evidra", entries: 0, verified: true, head: "", left: ["durations"] });
  all.rotate(two);
  all.add("coverage", samples.coverage("closed"));
  return all;
}

const all = everyType();
const backwards = sampleLog();
backwards.time -= 3_600_000;
backwards.add("coverage", samples.coverage("closed"));
const witness =
  "— witness.example/w mJirIklj0123456789abcdefABCDEF+/0123456789abcdefABCDEF+/0123456789abcdefABCDEF+/0123\n";

export const good: readonly Vector[] = [
  {
    name: "good",
    says: "Eight entries, the trusted key, and a checkpoint over all of them.",
    files: log.files({ checkpoint: log.checkpoint(), tiles: true }),
    given: everything(log),
    expected: valid,
  },
  {
    name: "good-older-checkpoint",
    says: "The kept checkpoint covers the beginning only; what came later was added, which is what logs are for.",
    files: log.files({ checkpoint: log.checkpoint() }),
    given: { keys: [base64(one)], checkpoint: log.checkpoint(5) },
    expected: valid,
  },
  {
    name: "good-without-key",
    says: "Without a key from elsewhere anybody may have written it.",
    files: log.files(),
    given: { checkpoint: log.checkpoint() },
    expected: { ...valid, result: "unproven" },
  },
  {
    name: "good-without-checkpoint",
    says: "Without a checkpoint from elsewhere nobody can tell whether the end is missing.",
    files: log.files({ checkpoint: log.checkpoint() }),
    given: { keys: [base64(one)] },
    expected: { ...valid, result: "unproven" },
  },
  {
    name: "good-segments",
    says: "The same entries in three files, and a fourth that was begun and has none yet.",
    files: log.files({ segments: [0, 3, 5, 8], checkpoint: log.checkpoint() }),
    given: everything(log),
    expected: valid,
  },
  {
    name: "good-cosigned-checkpoint",
    says: "A signature by somebody unknown, such as a witness, does no harm to a checkpoint.",
    files: log.files({ checkpoint: log.checkpoint() + witness }),
    given: { keys: [base64(one)], checkpoint: log.checkpoint() + witness },
    expected: valid,
  },
  {
    name: "good-every-type",
    says: "Entries of every type with every member, texts with every kind of escape, the largest number, artifacts.",
    files: new Map([...all.files({ checkpoint: all.checkpoint(), tiles: true }), [artifactPath, stored]]),
    given: { keys: [base64(one)], checkpoint: all.checkpoint(), artifacts: true },
    expected: { result: "valid", good: 11, entries: 11 },
  },
  {
    name: "good-clock-backwards",
    says: "The clock was set back by an hour. Order is that of the sequence; it is worth a remark and no more.",
    files: backwards.files(),
    given: everything(backwards),
    expected: { result: "valid", good: 9, entries: 9 },
  },
  {
    name: "good-rotated",
    says: "The first key handed over to a second one; the first is trusted.",
    files: rotated.files({ checkpoint: rotated.checkpoint() }),
    given: everything(rotated),
    expected: rotatedValid,
  },
  {
    name: "good-rotated-newer-key",
    says: "Only the second key is trusted. What it signed is linked to everything before.",
    files: rotated.files({ checkpoint: rotated.checkpoint() }),
    given: { keys: [base64(two)], checkpoint: rotated.checkpoint() },
    expected: rotatedValid,
  },
  {
    name: "good-rotated-older-checkpoint",
    says: "A checkpoint from before the change, signed by the first key.",
    files: rotated.files({ checkpoint: rotated.checkpoint() }),
    given: { keys: [base64(one), base64(mallory)], checkpoint: rotated.checkpoint(6, one) },
    expected: rotatedValid,
  },
  {
    name: "good-rotated-checkpoint-at-change",
    says: "A checkpoint whose last entry is the change of keys may be of either key; this one is of the second.",
    files: rotated.files({ checkpoint: rotated.checkpoint(9, one) }),
    given: { keys: [base64(one)], checkpoint: rotated.checkpoint(9, two) },
    expected: rotatedValid,
  },
];
