import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { detectors } from "./index.ts";
import { detectorsOfLooks } from "./of-looks.ts";
import { withTables } from "./testing/tables.ts";

const areas = "{access,docker,exposure,guards,loss,workload}";
const files = globSync(`src/risk/detectors/${areas}/*.ts`).filter((file) => !/\.(test|cases)\.ts$/.test(file));

test("Every detector of a file is in the list.", () => {
  const names = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^export const (\w+): Detector/gm)]);
  assert.equal(names.length, files.length);
  assert.equal(detectors.length, files.length);
});

test("Every detector has its cases beside it.", () => {
  const cases = new Set(globSync(`src/risk/detectors/${areas}/*.cases.ts`));
  assert.deepEqual(
    files.filter((file) => !cases.has(file.replace(/\.ts$/, ".cases.ts"))),
    [],
  );
});

test("Tags are unique and of one form.", () => {
  const tags = detectors.map(({ tag }) => tag);
  assert.deepEqual([...new Set(tags)], tags);
  assert.deepEqual(
    tags.filter((tag) => !/^[a-z0-9]+\.[a-z0-9-]+$/.test(tag)),
    [],
  );
});

test("Every detector says in words what it finds and, in a sentence, what to check first.", () => {
  for (const { tag, summary, advice } of detectors) {
    assert.match(summary, /^[a-zA-Z].*[^.]$/, tag);
    assert.match(advice, /^[A-Z].*\.$/, tag);
    assert.ok(!`${summary}${advice}`.includes("|"), `${tag} would break the table`);
  }
});

test("The tables of docs/risk.md are those of the code.", () => {
  const document = readFileSync("docs/risk.md", "utf8").replaceAll("\r\n", "\n");
  assert.equal(document, withTables(document), "run: node src/risk/detectors/testing/write-docs.ts");
  for (const { tag } of detectors) assert.ok(document.includes(`\`${tag}\``), `${tag} is missing`);
});

test("The detectors of looks are among all detectors.", () => {
  assert.deepEqual(
    detectorsOfLooks.filter((detector) => !detectors.includes(detector)),
    [],
  );
});
