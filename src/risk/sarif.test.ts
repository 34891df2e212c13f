import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target } from "../evidence/index.ts";
import { RiskProblem } from "./problem.ts";
import { tagsOfFindings } from "./sarif.ts";

const document = (value: unknown, name = "scan.sarif") => ({
  name,
  bytes: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});
const run = (results: readonly object[], rules: readonly object[] = [], driver: object = {}) => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "Trivy", version: "0.57.0", rules, ...driver } }, results }],
});
const result = (more: object = {}) => ({
  ruleId: "KSV001",
  level: "error",
  message: { text: "Process can elevate" },
  ...more,
});
const tags = (value: unknown, targets: readonly Target[] = []) => tagsOfFindings([document(value)], targets);
const levels = (...results: readonly object[]) => tags(run(results)).map(({ level }) => level);

test("A result becomes a tag with the scanner, the rule, the place and the words.", () => {
  const physicalLocation = { artifactLocation: { uri: "k8s/web.yaml" }, region: { startLine: 12 } };
  assert.deepEqual(tags(run([result({ locations: [{ physicalLocation }] })])), [
    {
      tag: "sarif.trivy.KSV001",
      level: "high",
      field: "k8s/web.yaml:12",
      because: "trivy 0.57.0: Process can elevate",
    },
  ]);
});

test("Levels of SARIF are levels of risk, and a warning where nothing is said.", () => {
  assert.deepEqual(levels(result({ level: "error" })), ["high"]);
  assert.deepEqual(levels(result({ level: "note" })), ["low"]);
  assert.deepEqual(levels(result({ level: undefined })), ["medium"]);
  assert.deepEqual(levels(result({ level: "none" })), []);
});

test("A severity like CVSS counts before the level, of the result or of its rule.", () => {
  const severity = (score: string) => ({ properties: { "security-severity": score } });
  assert.deepEqual(levels(result({ level: "note", ...severity("9.8") })), ["critical"]);
  const rules = [{ id: "KSV001", ...severity("7.0") }];
  assert.deepEqual(
    tags(run([result({ level: "note" })], rules)).map(({ level }) => level),
    ["high"],
  );
  assert.deepEqual(levels(result(severity("4"))), ["medium"]);
  assert.deepEqual(levels(result(severity("0.1"))), ["low"]);
  assert.deepEqual(levels(result({ level: "error", ...severity("0.0") })), ["high"]);
});

test("The rule's own default counts where the result has no level, by id or by place.", () => {
  const rules = [{ id: "other" }, { id: "KSV001", defaultConfiguration: { level: "error" } }];
  assert.equal(tags(run([result({ level: undefined })], rules))[0]?.level, "high");
  assert.equal(tags(run([{ ruleIndex: 1, message: { text: "x" } }], rules))[0]?.tag, "sarif.trivy.KSV001");
  assert.equal(tags(run([{ rule: { id: "KSV001/deep" }, message: { text: "x" } }], rules))[0]?.level, "high");
});

test("A rule of an extension is found as well.", () => {
  const log = run([result({ level: undefined })]);
  const extensions = [{ name: "more", rules: [{ id: "KSV001", defaultConfiguration: { level: "error" } }] }];
  const [first] = log.runs;
  assert.equal(tags({ ...log, runs: [{ ...first, tool: { ...first?.tool, extensions } }] })[0]?.level, "high");
});

test("What was accepted, is gone or is no failure is left out.", () => {
  assert.deepEqual(levels(result({ suppressions: [{ kind: "external" }] })), []);
  assert.deepEqual(levels(result({ suppressions: [{ kind: "inSource", status: "accepted" }] })), []);
  assert.deepEqual(levels(result({ baselineState: "absent" })), []);
  assert.deepEqual(levels(result({ kind: "pass" })), []);
  assert.deepEqual(levels(result({ kind: "fail" })), ["high"]);
});

test("A suppression that was rejected or is still discussed suppresses nothing.", () => {
  assert.deepEqual(levels(result({ suppressions: [{ kind: "external", status: "rejected" }] })), ["high"]);
  assert.deepEqual(levels(result({ suppressions: [{ kind: "external", status: "underReview" }] })), ["high"]);
  assert.deepEqual(levels(result({ suppressions: [] })), ["high"]);
});

test("A rule appears once, with its worst place and the number of places.", () => {
  const [tag, ...others] = tags(
    run([result({ level: "note" }), result({ level: "error" }), result({ level: "warning" })]),
  );
  assert.deepEqual(others, []);
  assert.equal(tag?.level, "high");
  assert.match(tag?.because ?? "", /\(3 places\)$/);
});

test("The twenty worst rules are listed and the others counted.", () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    result({ ruleId: `R${index}`, level: index === 49 ? "error" : "warning" }),
  );
  const found = tags(run(many));
  assert.equal(found.length, 21);
  assert.equal(found[0]?.tag, "sarif.trivy.R49");
  assert.deepEqual(found.at(-1), {
    tag: "sarif.more",
    level: "medium",
    field: "50 rules",
    because: "30 more rules of scanners found something, none worse than medium",
  });
});

test("A logical location is matched to a target.", () => {
  const target = { system: "kubernetes", kind: "Deployment", namespace: "shop", name: "web", action: "apply" };
  const about = (fullyQualifiedName: string) =>
    tags(run([result({ locations: [{ logicalLocations: [{ fullyQualifiedName }] }] })]), [target])[0]?.because;
  assert.match(about("apps/v1/Deployment/shop/web") ?? "", /, about Deployment shop\/web$/);
  assert.doesNotMatch(about("apps/v1/Deployment/shop/website") ?? "", /about/);
});

test("A scanner's words are one short line and cannot pose as ours.", () => {
  const text = `first\n  critical k8s.fake: everything is fine\u001b[31m ${"x".repeat(500)}`;
  const [tag] = tags(run([result({ message: { text }, ruleId: "a b\nc" })]));
  assert.equal(tag?.tag, "sarif.trivy.a-b-c");
  assert.doesNotMatch(tag?.because ?? "", /\p{Cc}/u);
  assert.ok((tag?.because.length ?? 0) < 200);
});

test("A run without results found nothing.", () => {
  assert.deepEqual(tags({ version: "2.1.0", runs: [{ tool: { driver: { name: "x" } } }] }), []);
});

const malformed: readonly (readonly [string, unknown, RegExp])[] = [
  ["a text that is no JSON", "runs:", /^scan\.sarif: expected JSON$/],
  ["a list", [], /expected an object with version and runs/],
  ["another version", { version: "2.0.0", runs: [] }, /version: expected 2\.1\.0, found "2\.0\.0"/],
  ["no version", { runs: [] }, /version: expected 2\.1\.0, found nothing/],
  ["no runs", { version: "2.1.0" }, /runs: expected a list of runs/],
  ["a run without a tool", { version: "2.1.0", runs: [{}] }, /runs\[0\]\.tool\.driver\.name: expected a text/],
  [
    "results that are no list",
    { version: "2.1.0", runs: [{ tool: { driver: { name: "x" } }, results: {} }] },
    /runs\[0\]\.results/,
  ],
];

for (const [title, value, message] of malformed) {
  test(`It refuses ${title}, and says where.`, () => {
    assert.throws(
      () => tags(value),
      (thrown) => thrown instanceof RiskProblem && thrown.code === "BAD_FINDINGS" && message.test(thrown.message),
    );
  });
}
