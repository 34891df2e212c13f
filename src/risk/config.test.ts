import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { configName, readConfig } from "./config.ts";
import { parseConfig } from "./config-file.ts";
import { RiskProblem } from "./problem.ts";

const parse = (text: string) => parseConfig(text, configName);

function refusal(text: string): RiskProblem {
  try {
    parse(text);
  } catch (thrown) {
    if (thrown instanceof RiskProblem) return thrown;
    throw thrown;
  }
  throw new assert.AssertionError({ message: "it was not refused" });
}

test("The example of the documentation is read as it says.", () => {
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync("docs/risk.md", "utf8")) ?? [];
  assert.deepEqual(parse(example), {
    source: configName,
    scope: {
      words: { production: ["blue"], staging: ["canary"] },
      rules: [
        { what: "context", pattern: "gke_shop_*", is: "production" },
        { what: "namespace", pattern: "team-*", is: "development" },
        { what: "account", pattern: "123456789012", is: "production" },
      ],
    },
    detectors: {
      "k8s.mutable-image": { level: "high" },
      "k8s.no-limits": { level: "off", reason: "a LimitRange sets them in every namespace" },
      "sarif.trivy.CVE-2024-0001": { level: "low", reason: "not reachable, see the register of exceptions" },
    },
    confirm: "high",
  });
});

test("An empty file says nothing.", () => {
  assert.deepEqual(parse("# nothing yet\n"), { source: configName });
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  ["a name that is not known", "scope:\n  word: {}\n", /^\.airworthy\.yaml:2:3: expected words, rules, found "word"$/],
  ["a tag that no detector has", "detectors:\n  k8s.no-limit: high\n", /:2:3: no detector has the tag "k8s.no-limit"$/],
  ["a level that does not exist", "confirm: severe\n", /:1:10: expected low, medium, high, critical, found "severe"$/],
  [
    "a finding made milder without a reason",
    "detectors:\n  k8s.privileged-container: low\n",
    /:2:29: .*needs a reason$/,
  ],
  ["a detector switched off without a reason", "detectors:\n  k8s.no-limits: off\n", /:2:18: .*needs a reason$/],
  [
    "a rule without a place",
    "scope:\n  rules:\n    - is: production\n",
    /:3:7: expected one of namespace, .* found is$/,
  ],
  [
    "a rule with two places",
    "scope:\n  rules:\n    - {context: a, namespace: b, is: production}\n",
    /:3:7: expected one of/,
  ],
  [
    "a rule with a place that does not exist",
    "scope:\n  rules:\n    - {context: a, is: prod}\n",
    /:3:24: expected production, staging, development, unknown, found "prod"$/,
  ],
  [
    "a word that can never match",
    "scope:\n  words:\n    production: [blue-green]\n",
    /:3:18: "blue-green" can never match$/,
  ],
  ["a list where there is none", "scope:\n  words:\n    production: blue\n", /:3:17: expected a list, found "blue"$/],
  ["a name without a value", "scope:\nconfirm: high\n", /:1:1: "scope" has no value$/],
  ["the same name twice", "confirm: high\nconfirm: low\n", /:2:1: Map keys must be unique/],
  ["a text that is no YAML", "scope: [\n", /:2:1: /],
  ["a list instead of names", "- confirm\n", /:1:1: expected names with values, found a list$/],
];

for (const [title, text, message] of refused) {
  test(`It refuses ${title}, with the line.`, () => {
    const problem = refusal(text);
    assert.equal(problem.code, "BAD_CONFIG");
    assert.match(problem.message, message);
    assert.ok(problem.hint);
  });
}

test("A tag that is nearly right leads to the right one.", () => {
  assert.match(refusal("detectors:\n  no-limits: high\n").hint ?? "", /k8s\.no-limits/);
});

test("The nearest file upwards counts; without one there is no configuration.", async () => {
  const top = mkdtempSync(join(tmpdir(), "airworthy-config-"));
  try {
    const inner = join(top, "a", "b");
    mkdirSync(inner, { recursive: true });
    assert.deepEqual(await readConfig(inner), {});
    writeFileSync(join(top, configName), "confirm: critical\n");
    assert.deepEqual(await readConfig(inner), { source: join(top, configName), confirm: "critical" });
    writeFileSync(join(top, "a", configName), "confirm: low\n");
    assert.deepEqual(await readConfig(inner), { source: join(top, "a", configName), confirm: "low" });
    mkdirSync(join(inner, configName));
    await assert.rejects(readConfig(inner), { code: "BAD_CONFIG", message: /cannot be read/ });
  } finally {
    rmSync(top, { recursive: true });
  }
});
