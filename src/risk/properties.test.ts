import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { worse } from "./operation-class.ts";
import { looked } from "./testing/looked.ts";

/** Commands of every class. */
const commands = [
  "kubectl get pods",
  "kubectl apply -f x.yaml --dry-run=server",
  "frobnicate",
  "kubectl scale deploy/web --replicas=0",
  "kubectl delete ns x",
  "helm uninstall web",
  "terraform destroy",
  "rm -rf /data",
  "aws s3 rb s3://x --force",
  "docker system prune -af",
];
const prefixes = [
  "sudo",
  "env A=b",
  "timeout 5",
  "nohup",
  "nice",
  "command",
  "time",
  "X=1",
  "frob",
  "frob --flag",
  "stdbuf -oL",
  "exec",
  "xargs",
  "sudo -u jo",
];
const wraps = [
  "( # )",
  "{ #; }",
  "bash -c '#'",
  "sh -ec '#'",
  "true; #",
  "# &",
  "true && #",
  "false || #",
  "echo $(#)",
  "if true; then #; fi",
  "for i in 1 2; do #; done",
  "# | cat",
  "eval '#'",
  "ssh host '#'",
  "kubectl exec p -- sh -c '#'",
  "\\#",
  "f() { #; }; f",
];

test("No prefix and no wrapping makes a command look more harmless than it is.", async () => {
  const steps = fc.array(
    fc.oneof(fc.constantFrom(...prefixes.map((prefix) => `${prefix} #`)), fc.constantFrom(...wraps)),
    { maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...commands), steps, async (command, wrapping) => {
      const plain = (await looked(command)).class;
      // Quotes do not nest: one level of them at most.
      fc.pre(wrapping.filter((wrap) => wrap.includes("'")).length <= 1);
      const line = wrapping.reduce((inner, wrap) => wrap.replaceAll("#", () => inner), command);
      const { class: kind } = await looked(line);
      assert.equal(worse(plain, kind), kind, `${line}: ${kind}, though ${command} is ${plain}`);
    }),
    { numRuns: 300, seed: 7 },
  );
});

const pieces = [
  "kubectl",
  "delete",
  "get",
  "ns",
  "x",
  " ",
  " ",
  "\n",
  ";",
  "&",
  "|",
  "||",
  "&&",
  "'",
  '"',
  "`",
  "$(",
  ")",
  "(",
  "{",
  "}",
  "${",
  "$",
  "\\",
  "<<EOF\n",
  "EOF\n",
  ">",
  "<",
  "[[",
  "]]",
  "((",
  "))",
  "if",
  "then",
  "fi",
  "for",
  "do",
  "done",
  "case",
  "in",
  "esac",
  "#",
  "=",
  "*",
  "?",
  "[",
  "]",
  "!",
  "~",
  "\0",
  "é",
  "\u{1F600}",
  "\ud800",
];

test("Any text is looked into without an exception.", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (parts) => {
      const operation = await looked(parts.join(""));
      assert.ok(["read", "plan", "unknown", "mutate", "destroy"].includes(operation.class));
    }),
    { numRuns: 600, seed: 11 },
  );
});

test("A deletion on a line of its own is found, whatever whole lines are around it.", async () => {
  const lines = [
    "true",
    "echo 'a b'",
    "X=$(date)",
    "if true; then pwd; fi",
    "cat <<E\nkubectl get x\nE",
    "for i in a; do ls; done",
    "f() { ls; }",
    "# text",
    "ls | wc -l",
    "cd /tmp",
    "set -eu",
    "[ -n x ] && pwd",
    "kubectl get pods > /tmp/x",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...lines), { maxLength: 12 }),
      fc.array(fc.constantFrom(...lines), { maxLength: 12 }),
      async (before, after) => {
        const { class: kind } = await looked([...before, "kubectl delete ns x", ...after].join("\n"));
        assert.equal(kind, "destroy");
      },
    ),
    { numRuns: 100, seed: 13 },
  );
});

test("Any words of a command are looked into without an exception.", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "kubectl",
      "helm",
      "terraform",
      "docker",
      "aws",
      "gcloud",
      "az",
      "argocd",
      "git",
      "curl",
      "ssh",
      "find",
      "xargs",
      "sudo",
      "bash",
      "-c",
      "-f",
      "-",
      "--",
      "exec",
      "delete",
      "apply",
      "run",
      "compose",
      "up",
      "s3",
      "state",
    ),
    fc.string({ maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (words) => {
      await looked(words);
    }),
    { numRuns: 600, seed: 17 },
  );
});
