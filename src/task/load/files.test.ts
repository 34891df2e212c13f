import assert from "node:assert/strict";
import { test } from "node:test";
import { directoryOf } from "../testing/directory.ts";
import { digestOf, readFiles } from "./files.ts";
import { ignoring } from "./ignore.ts";

test("The digest is Harbor's: names and contents in the order of code points, frozen here.", () => {
  const files = new Map([
    ["tests/test.sh", Buffer.from("b")],
    ["task.toml", Buffer.from("a")],
  ]);
  // sha256 of "task.toml\0" + sha256("a") + "\n" + "tests/test.sh\0" + sha256("b") + "\n", by sha256sum
  assert.equal(digestOf(files), "sha256:45aa59ba43e8855261a99227fb50da0b53217e09c3878de2c43caad3c0bdf8e8");
});

test("Only what is published counts, without what editors leave behind.", async (t) => {
  const directory = await directoryOf(t, {
    "task.toml": "",
    "notes.txt": "",
    "instruction.md": "",
    "environment/a.swp": "",
    "environment/__pycache__/a.txt": "",
    "environment/b": "",
    "steps/one/instruction.md": "",
  });
  const { bytes } = await readFiles(directory);
  assert.deepEqual([...bytes.keys()], ["environment/b", "instruction.md", "steps/one/instruction.md", "task.toml"]);
});

test("A task's own .gitignore takes the place of the usual rules.", async (t) => {
  const files = { ".gitignore": "*.log\n!keep.log\n/tests/data/\n", "tests/a.log": "", "tests/keep.log": "" };
  const { bytes } = await readFiles(await directoryOf(t, { ...files, "tests/data/x": "", "tests/a.swp": "" }));
  assert.deepEqual([...bytes.keys()], ["tests/a.swp", "tests/keep.log"]);
});

for (const [pattern, path, out] of [
  ["a", "a", true],
  ["a", "x/a/b", true],
  ["/a", "x/a", false],
  ["x/a", "x/a", true],
  ["x/a", "y/x/a", false],
  ["a/", "a", false],
  ["a/", "a/b", true],
  ["**/a", "x/y/a", true],
  ["x/**", "x/y/a", true],
  ["x/**/a", "x/a", true],
  ["*.md", "x/a.md", true],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["[ab].txt", "b.txt", true],
  ["[!ab].txt", "b.txt", false],
  ["\\#a", "#a", true],
  ["# a", "# a", false],
  ["a.b", "axb", false],
] as const) {
  test(`The rule "${pattern}" ${out ? "leaves out" : "keeps"} ${path}.`, () => {
    assert.equal(ignoring(pattern)(path), out);
  });
}
