import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dump, loadAll } from "js-yaml";
import { readPlain } from "./plain-yaml.ts";
import { kubernetesSchema as schema } from "./schema.ts";

const manifest = `# a comment
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-1
  labels: {app: web, tier: front}
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: app
        image: registry.example.com:5000/web:1.2.3
        args: ["--port", '8080', --verbose]
        command:
        - sh
        - -c
        resources:
          limits:
            cpu: 100m
            memory: 256Mi
        securityContext: {}
        env: []
      schedule: 0 3 * * *
      script: |
        # no comment
        if x: then

          y
      volumes:
        -
          name: tmp
          emptyDir:
`;

test("The usual manifest is plain.", () => {
  const plain = readPlain(manifest);
  assert.deepEqual([plain?.value], loadAll(manifest, { schema }));
});

const scalars = [
  "a",
  "web",
  "true",
  "yes",
  "y",
  "null",
  "~",
  "1",
  "0",
  "-1",
  "01",
  "1.5",
  "1e3",
  "0x1f",
  "100m",
  "1:30",
  "2024-01-01",
  "a b",
  "a: b",
  "a:b",
  "a #b",
  "a#b",
  "- x",
  "-x",
  "--flag",
  "http://x:80/y?z",
  "*a",
  "&a x",
  "!t x",
  "|",
  "|-",
  "0 3 * * *",
  "it's",
  "a*b",
  ">",
  "'q'",
  '"q"',
  "'it''s'",
  '"a\\n"',
  "[]",
  "{}",
  "[a, b]",
  "[a: b]",
  '["a,b"]',
  "{a: b}",
  "{a: b, a: c}",
  "{a:b}",
  "[",
  "",
  "@x",
  "? x",
  "1.2.3",
  "a:",
  ":a",
  "...",
  "---",
  ".5",
  "+1",
  "1_000",
  "=",
  "<<",
  "é",
  "\t",
  ".nan",
  "n",
  "Off",
  "x]",
];
const keys = ["a", "b", "kind", "on", "y", "1", "a.b/c", "'q'", "a b", "<<", "__proto__", "-", "?", "*a", "&a"];
const line = fc
  .tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.constantFrom("key", "pair", "item", "item pair", "bare", "block"),
    fc.constantFrom(...keys),
    fc.constantFrom(...scalars),
  )
  .map(([indent, shape, key, scalar]) => {
    const text = {
      key: `${key}:`,
      pair: `${key}: ${scalar}`,
      item: `- ${scalar}`,
      "item pair": `- ${key}: ${scalar}`,
      bare: scalar,
      block: `${key}: |\n${" ".repeat(indent + 2)}${scalar}\n${" ".repeat(indent)}`,
    }[shape];
    return `${" ".repeat(indent)}${text}\n`;
  });

function agree(text: string): void {
  const plain = readPlain(text);
  if (plain !== undefined) assert.deepEqual([plain.value], loadAll(text, { schema }), JSON.stringify(text));
}

test("Whatever is read as plain is what the real parser reads.", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("")),
      agree,
    ),
    { numRuns: 4_000, seed: 3 },
  );
});

test("Values that were written out are read back the same, plain or not.", () => {
  const value = fc.object({
    key: fc.constantFrom("a", "b", "kind", "x/y"),
    values: [fc.constantFrom(...scalars), fc.boolean(), fc.integer()],
    maxDepth: 3,
  });
  fc.assert(
    fc.property(value, (written) => agree(dump(written))),
    { numRuns: 1_000, seed: 5 },
  );
});
