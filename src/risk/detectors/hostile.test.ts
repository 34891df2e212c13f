import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Operation } from "../model.ts";
import { detectors } from "./index.ts";
import { run } from "./testing/inputs.ts";

const nothing = await run("true");
const words =
  `spec template containers initContainers securityContext capabilities add metadata labels annotations finalizers
  rules verbs resources roleRef subjects name kind policy inline_policy policy_arn Statement Effect Action Principal ingress
  egress from ports port cidr_blocks from_port to_port volumes hostPath path env value image data type tls host webhooks
  failurePolicy parameters replicas members role scope allow settings ip_configuration environment cap_add toString valueOf
  length`.split(/\s+/);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, "*", "", "0.0.0.0/0", "ALL", '{"Statement":[{"Effect":"Allow"}]}'),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...words), tie("tree"), { maxKeys: 4 }),
  ),
}));
const fields = fc.dictionary(fc.constantFrom(...words), tree, { maxKeys: 6 });
const kinds = [
  "Pod",
  "CronJob",
  "Service",
  "Ingress",
  "ClusterRole",
  "RoleBinding",
  "NetworkPolicy",
  "ConfigMap",
  "Namespace",
  "Rollout",
];
const types = [
  "kubernetes_deployment",
  "aws_iam_policy",
  "aws_security_group",
  "google_compute_firewall",
  "azurerm_role_assignment",
  "aws_s3_bucket",
];

function lookAt(change: Partial<Operation>): void {
  const operation: Operation = { ...nothing, class: "mutate", ...change };
  for (const detector of detectors) detector.detect(operation);
}

test("No detector fails over an object of whatever shape.", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fields, (kind, value) => {
      const object = {
        document: "f",
        index: 0,
        action: "apply" as const,
        partial: false,
        value: { apiVersion: "x.example/v1", ...value, kind },
      };
      lookAt({ objects: [object, { ...object, partial: true }] });
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("No detector fails over a plan, a service or a policy of whatever shape.", () => {
  fc.assert(
    fc.property(fc.constantFrom(...types), fields, tree, (type, value, before) => {
      const about = { document: "p", address: "a", name: "a", replaced: false, afterUnknown: before };
      const changes = [["create"], ["update"], ["delete"]].map((actions) => ({
        ...about,
        type,
        actions,
        before,
        after: value,
      }));
      const services = [{ document: "c", name: "s", action: "run" as const, value }];
      const policies = (["aws", "gcloud", "azure"] as const).map((system) => ({
        document: "d",
        system,
        action: "put",
        value: before,
      }));
      lookAt({ changes, services, policies });
    }),
    { numRuns: 300, seed: 7 },
  );
});

/** Texts that make a careless pattern look again from every place in them. */
const tiring = ["-eyJ", "a-", "1", "a+", "0:", ".drop( ", "-----BEGIN A ", "x = y\n", "update a set "];

test("Eight times the text takes about eight times as long, far from sixty-four, however tiring it is.", () => {
  for (const piece of tiring) {
    const spend = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const object = { document: "f", index: 0, action: "apply" as const, partial: false };
      const settings = { ...object, value: { apiVersion: "v1", kind: "ConfigMap", data: { "a.conf": `${text}\n` } } };
      const flags = new Map([
        ["<statements>", text],
        ["ip-permissions", text],
      ]);
      const about = { class: "mutate" as const, words: ["x", text], flags };
      const commands = [
        { ...about, tool: "psql", operation: "" },
        { ...about, tool: "aws", operation: "ec2 authorize-security-group-ingress" },
        { ...about, tool: "gsutil", operation: "rm" },
      ];
      const began = process.cpuUsage();
      lookAt({ objects: [settings], commands });
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    spend(20_000);
    // A pattern that looks again from every place would take minutes here, and this compares only orders of magnitude.
    const [small, large] = [Math.max(spend(50_000), 20_000), spend(400_000)];
    assert.ok(large < small * 40, `${JSON.stringify(piece)}: ${small} µs for 50 kB, ${large} µs for 400 kB`);
  }
});
