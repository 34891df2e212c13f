import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseAllDocuments, stringify, type ToStringOptions } from "yaml";
import { createRedactor } from "./index.ts";

const redactor = createRedactor(Buffer.alloc(32, 7));
/** In a block of lines there may be white space around it. */
const mark = /^\s*\[redacted hmac-sha256:[0-9a-f]{8}\]\s*$/;

/** What says nothing, and what stands for something else, is no secret. */
const isNothing = /^\s*$|^(?:null|~|\$\{[^}]*\}|\$\([^)]*\)|\{\{.*\}\})$/;
const value = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc
      .array(fc.stringMatching(/^[A-Za-z0-9:#{}[\],&*!|>'"%@`= -]{0,30}$/), { minLength: 1, maxLength: 4 })
      .map((lines) => lines.join("\n")),
  )
  .filter((text) => !isNothing.test(text));
const key = fc.stringMatching(/^[a-z][a-z0-9._-]{0,12}$/);
/** Without prototypes of their own, which YAML would not give back. */
const plainly = <T>(given: T): T => JSON.parse(JSON.stringify(given));
const secret = fc
  .record({
    apiVersion: fc.constant("v1"),
    kind: fc.constant("Secret"),
    metadata: fc.record({
      name: key,
      labels: fc.dictionary(fc.constantFrom("app", "tier"), fc.constantFrom("web", "db", "1")),
    }),
    data: fc.dictionary(
      key,
      fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    ),
    stringData: fc.dictionary(key, value),
  })
  .map(plainly);
const other = fc.record({
  apiVersion: fc.constant("apps/v1"),
  kind: fc.constant("Deployment"),
  metadata: fc.record({ name: key }),
  spec: fc.record({
    replicas: fc.nat(9),
    paused: fc.boolean(),
    args: fc.array(fc.constantFrom("--verbose", "run", "-x"), { minLength: 1 }),
  }),
});
type Style = ToStringOptions & { lineWidth: number };
const spacing = {
  defaultKeyType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 40, 80),
};
const quotes = ["QUOTE_DOUBLE", "QUOTE_SINGLE"] as const;
const style = fc.oneof(
  fc.record<Style>({
    ...spacing,
    collectionStyle: fc.constant("block"),
    defaultStringType: fc.constantFrom(...quotes, "PLAIN", "BLOCK_LITERAL", "BLOCK_FOLDED"),
  }),
  // With quoted keys it would be JSON, where no text goes on over several lines.
  fc.record<Style>({
    ...spacing,
    defaultKeyType: fc.constant("PLAIN"),
    collectionStyle: fc.constant("flow"),
    defaultStringType: fc.constantFrom(...quotes),
  }),
);

interface Manifest {
  kind: string;
  items?: Manifest[];
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** The same with every value of a Secret gone, after it was seen that a mark stands there. */
function withoutSecrets(given: unknown): unknown {
  const { items, ...manifest } = given as Manifest;
  if (items) return { ...manifest, items: items.map(withoutSecrets) };
  if (manifest.kind !== "Secret") return manifest;
  const blank = (values: Record<string, string> = {}) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, ""]));
  return { ...manifest, data: blank(manifest.data), stringData: blank(manifest.stringData) };
}

function marksIn(given: unknown): string[] {
  const { items = [], data, stringData } = given as Manifest;
  const own =
    (given as Manifest).kind === "Secret" ? [...Object.values(data ?? {}), ...Object.values(stringData ?? {})] : [];
  return [...own, ...items.flatMap(marksIn)];
}

const read = (text: string) => {
  const documents = parseAllDocuments(text);
  assert.ok(Array.isArray(documents));
  return documents.map((document) => {
    assert.deepEqual(document.errors, [], text);
    return document.toJS() as unknown;
  });
};

test("However a Secret is written, all its values are taken and everything else still says the same.", () => {
  const list = fc.record({
    kind: fc.constant("List"),
    items: fc.array(fc.oneof(secret, other), { minLength: 1, maxLength: 3 }),
  });
  const manifests = fc.array(fc.oneof(secret, other, list), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(manifests, style, fc.boolean(), (all, options, isWindows) => {
      const text = all.map((manifest) => stringify(manifest, options)).join("---\n");
      const given = isWindows ? text.replaceAll("\n", "\r\n") : text;
      const redacted = redactor.document({ name: "m.yaml", bytes: Buffer.from(given) });
      const after = read(Buffer.from(redacted.value).toString());
      for (const left of after.flatMap(marksIn)) assert.match(left, mark, Buffer.from(redacted.value).toString());
      assert.deepEqual(after.map(withoutSecrets), read(given).map(withoutSecrets));
    }),
    { numRuns: 200, seed: 7 },
  );
});

test("However the same is written in JSON, it stays JSON.", () => {
  fc.assert(
    fc.property(secret, other, fc.constantFrom(undefined, 1, 2, "\t"), (one, two, indent) => {
      const text = JSON.stringify({ kind: "List", items: [two, one] }, undefined, indent);
      const value = JSON.parse(redactor.text(text).value);
      for (const left of marksIn(value)) assert.match(left, mark);
      assert.deepEqual(withoutSecrets(value), withoutSecrets(JSON.parse(text)));
    }),
    { numRuns: 200, seed: 7 },
  );
});

test("An object as it was applied, in an annotation of itself, is cleaned as it is.", () => {
  fc.assert(
    fc.property(secret, style, (one, options) => {
      const annotations = { "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(one)}\n` };
      const text = stringify({ ...one, metadata: { ...one.metadata, annotations } }, options);
      const [value] = read(redactor.text(text).value) as { metadata: { annotations: typeof annotations } }[];
      const applied = JSON.parse(value?.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"] ?? "");
      for (const left of marksIn(applied)) assert.match(left, mark);
      assert.deepEqual(withoutSecrets(applied), withoutSecrets(one));
    }),
    { numRuns: 200, seed: 7 },
  );
});
