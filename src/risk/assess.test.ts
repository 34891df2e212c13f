import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical } from "../evidence/index.ts";
import { assess } from "./assess.ts";
import type { RiskConfig } from "./config.ts";
import type { Materials } from "./model.ts";

const packed = (name: string, text: string) => ({ name, base64: Buffer.from(text).toString("base64") });
const materials = (shell: string, more: Partial<Materials> = {}): Materials => ({
  version: 1,
  shell,
  directory: "/project",
  documents: [],
  findings: [],
  answers: [
    { want: { ask: "variable", name: "KUBECONFIG" } },
    { want: { ask: "kubernetes-context" }, context: { context: "eu-1", cluster: "eu-1" } },
  ],
  ...more,
});
const sarif = (level: string) =>
  packed(
    "scan.sarif",
    JSON.stringify({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "s" } }, results: [{ ruleId: "r", level, message: { text: "m" } }] }],
    }),
  );
const objects = (count: number) =>
  packed(
    "<stdin>",
    Array.from(
      { length: count },
      (_, index) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: c${index}, namespace: dev}}`,
    ).join("\n---\n"),
  );
const privileged = packed(
  "<stdin>",
  "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: 'a:1', securityContext: {privileged: true}}]}}",
);

test("A look is low, whatever it looks at.", async () => {
  const { level, class: kind, tags } = await assess(materials("kubectl -n shop-prod get pods"));
  assert.deepEqual({ level, kind, tags }, { level: "low", kind: "read", tags: [] });
});

test("The level is that of class and place where nothing else is found.", async () => {
  assert.equal((await assess(materials("kubectl -n shop-prod rollout restart deploy/web"))).level, "high");
  assert.equal((await assess(materials("kubectl -n shop-dev rollout restart deploy/web"))).level, "low");
});

test("A finding raises the level, and says where it is.", async () => {
  const { level, tags, advice } = await assess(materials("kubectl -n dev apply -f -", { stdin: privileged }));
  assert.equal(level, "critical");
  assert.deepEqual(tags[0], {
    tag: "k8s.privileged-container",
    level: "critical",
    field: "Pod p: spec.containers[0].securityContext.privileged",
    because: "container a is privileged: it can do on the node whatever root can",
  });
  assert.match(advice[0] ?? "", /privileged container owns its node/);
});

test("Tags come worst first.", async () => {
  const { tags } = await assess(materials("kubectl -n dev apply -f -", { stdin: privileged }));
  const order = ["critical", "high", "medium", "low"];
  const places = tags.map(({ level }) => order.indexOf(level));
  assert.deepEqual(places, places.toSorted());
  assert.ok(places.length > 1);
});

test("What only plans finds nothing dangerous, because nothing changes.", async () => {
  const {
    level,
    class: kind,
    tags,
  } = await assess(materials("kubectl -n prod apply --dry-run=server -f -", { stdin: privileged }));
  assert.deepEqual({ level, kind, tags }, { level: "low", kind: "plan", tags: [] });
  assert.deepEqual((await assess(materials("kubectl -n prod delete pods --all --dry-run=client"))).tags, []);
});

test("What could not be looked at makes it at least medium.", async () => {
  const { level, unknown } = await assess(materials("kubectl -n dev apply -f missing.yaml"));
  assert.equal(level, "medium");
  assert.notEqual(unknown.length, 0);
});

test("A program that nobody knows is medium, and high in production.", async () => {
  assert.equal((await assess(materials("frobnicate --all"))).level, "medium");
  assert.equal((await assess(materials("frobnicate --all", { scope: "prod" }))).level, "high");
});

test("Findings of scanners count like our own.", async () => {
  const { level, tags } = await assess(
    materials("kubectl -n dev rollout restart deploy/web", { findings: [sarif("error")] }),
  );
  assert.equal(level, "high");
  assert.equal(tags[0]?.tag, "sarif.s.r");
});

test("A danger in many places is counted, not listed.", async () => {
  const pods = Array.from(
    { length: 40 },
    (_, index) => `{apiVersion: v1, kind: Pod, metadata: {name: p${index}}, spec: {hostPID: true, containers: []}}`,
  );
  const { tags } = await assess(materials("kubectl apply -f -", { stdin: packed("<stdin>", pods.join("\n---\n")) }));
  const own = tags.filter(({ tag }) => tag === "k8s.host-namespace");
  assert.equal(own.length, 6);
  assert.deepEqual(own.at(-1), {
    tag: "k8s.host-namespace",
    level: "high",
    field: "35 more places",
    because: "the same in 35 more places",
  });
});

test("Targets are listed up to a thousand, and all of them counted.", async () => {
  const { targets, targetCount } = await assess(materials("kubectl apply -f -", { stdin: objects(1_200) }));
  assert.equal(targets.length, 1_000);
  assert.equal(targetCount, 1_200);
});

test("The same materials give the same answer.", async () => {
  const one = await assess(materials("kubectl -n dev apply -f -", { stdin: privileged }));
  assert.deepEqual(await assess(materials("kubectl -n dev apply -f -", { stdin: privileged })), one);
});

test("The intent is the same whatever the order of the targets, and another for another target, class or place.", async () => {
  const digest = async (line: string, scope?: string) =>
    (await assess(materials(line, scope === undefined ? {} : { scope }))).intentDigest;
  const one = await digest("kubectl -n shop delete pod a b");
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.equal(await digest("kubectl delete pods b a --namespace shop"), one);
  assert.notEqual(await digest("kubectl -n shop delete pod a c"), one);
  assert.notEqual(await digest("kubectl -n shop delete pod a b", "prod"), one);
  assert.notEqual(await digest("kubectl -n shop delete pod a b --dry-run=client"), one);
});

test("The intent of a known line never changes.", async () => {
  const { intentDigest } = await assess(materials("kubectl -n shop delete pod a"));
  assert.equal(intentDigest, "ab7644bdf4a772faabe69d3c197c01ffe7f0eba6d1f907babe3f61bfe527333e");
});

test("Half a character in a name does not keep an intention from being recorded.", async () => {
  const stdin = packed(
    "<stdin>",
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"\\ud800"},"spec":{"hostPID":true}}',
  );
  const assessment = await assess(materials("kubectl apply -f -", { stdin }));
  assert.match(assessment.intentDigest, /^[0-9a-f]{64}$/);
  assert.ok(canonical(assessment).includes("Pod \ufffd: spec.hostPID"));
});

const config: RiskConfig = {
  source: "/project/.airworthy.yaml",
  detectors: {
    "k8s.privileged-container": { level: "off", reason: "the node agent" },
    "k8s.no-limits": { level: "high" },
    "sarif.s.r": { level: "low", reason: "accepted" },
  },
  confirm: "high",
};

test("A detector that is switched off still leaves its tag, with the reason.", async () => {
  const { tags, level } = await assess(
    materials("kubectl -n dev apply -f -", { stdin: privileged, findings: [sarif("error")] }),
    config,
  );
  const own = tags.find(({ tag }) => tag === "k8s.privileged-container");
  assert.equal(own?.level, "low");
  assert.match(own?.because ?? "", /\(switched off in \/project\/\.airworthy\.yaml: the node agent\)$/);
  assert.equal(tags.find(({ tag }) => tag === "sarif.s.r")?.level, "low");
  assert.equal(tags[0]?.tag, "k8s.no-limits");
  assert.equal(level, "high");
});

test("From the project's level on, a person is to be asked first.", async () => {
  const asked = await assess(materials("kubectl -n prod rollout restart deploy/web"), config);
  assert.equal(asked.advice[0], "Ask a person first: the project wants that from high on.");
  const calm = await assess(materials("kubectl -n dev rollout restart deploy/web"), config);
  assert.deepEqual(calm.advice, []);
});

test("The version of the rules says whether a configuration had a part in it.", async () => {
  assert.equal((await assess(materials("true"))).rules, "airworthy/risk/1");
  const own = (await assess(materials("true"), config)).rules;
  assert.match(own, /^airworthy\/risk\/1\+[0-9a-f]{12}$/);
  assert.equal((await assess(materials("true"), { ...config, source: "/elsewhere/.airworthy.yaml" })).rules, own);
  assert.notEqual((await assess(materials("true"), { ...config, confirm: "low" })).rules, own);
});
