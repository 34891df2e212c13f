import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Entry, hashLine, keyId, leafHash, openCheckpoint, readEntry } from "../../src/evidence/index.ts";

const root = join(import.meta.dirname, "..", "..");
const page = (name: string) => readFileSync(join(root, "docs", "spec", name), "utf8");
const log = join(root, "test", "vectors", "logs", "good");

test("The example of the specification is the vector, and its hashes are what is said.", () => {
  const [, example = ""] = /```json\n(.+)\n```/.exec(page("entries.md")) ?? [];
  const line = Buffer.from(example);
  const segment = readFileSync(join(log, "segments", "00000000000000000000.jsonl"), "utf8");
  assert.equal(segment.split("\n")[0], example);
  const publicKey = Buffer.from((readEntry(line) as Entry<"log">).data.publicKey, "base64");
  const said = Object.fromEntries(
    [...page("entries.md").matchAll(/^\| ([^|]+) \| `([0-9a-f]{32,64})` \|$/gm)].map(([, what, hex]) => [what, hex]),
  );
  assert.deepEqual(said, {
    hash: hashLine(line),
    "leaf hash": leafHash(line).toString("hex"),
    "public key, in hex": publicKey.toString("hex"),
    "key id": keyId(publicKey),
  });
  const [, checkpoint] = /```text\n(example\.com\/airworthy\n[^`]+)```/.exec(page("log.md")) ?? [];
  assert.equal(checkpoint, readFileSync(join(log, "checkpoint"), "utf8"));
  assert.equal(openCheckpoint(checkpoint, [publicKey]).size, 8);
});

test("The specification names every member and every word that the format knows, and every code of a verifier.", () => {
  const source = readFileSync(join(root, "src", "evidence", "format", "shapes.ts"), "utf8");
  const members = [...source.matchAll(/^\s+"?([a-zA-Z-]+)"?: (?!Shape)/gm)].map(([, name = ""]) => name);
  assert.ok(members.length > 100, `${members.length} members and words`);
  assert.deepEqual(
    [...new Set(members)].filter((name) => !page("entries.md").includes(`\`${name}\``)),
    [],
  );
  const expected: { expected: { code?: string } }[] = JSON.parse(
    readFileSync(join(root, "test", "vectors", "manifest.json"), "utf8"),
  );
  const codes = new Set(expected.flatMap(({ expected: { code } }) => (code ? [code] : [])));
  assert.deepEqual(
    [...codes].filter((code) => !page("verification.md").includes(code)),
    [],
  );
});
