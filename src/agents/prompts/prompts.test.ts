import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { skills } from "../../recorder/index.ts";
import { promptNamed, promptNames } from "./index.ts";

test("Every file is a prompt, and every prompt a file.", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".md"));
  assert.deepEqual(files.sort(), promptNames.map((name) => `${name}.md`).sort());
});

test("These are the versions: results are compared by them, so a change of a word is a change here.", async () => {
  const versions = await Promise.all(
    (["bare", "careful"] as const).map(async (name) => (await promptNamed(name)).version),
  );
  assert.deepEqual(versions, ["d43ddf9336d6", "79c7dfbaea98"]);
});

test("The recorder's prompt has the skill in it, word for word, and so a version that changes with it.", async () => {
  const { text } = await promptNamed("recorder");
  const { skill } = await skills();
  assert.ok(text.includes(skill.slice(skill.indexOf("# Recording")).trim()));
  assert.ok(!text.includes("{{"));
});

test("All of them say how to end.", async () => {
  for (const name of promptNames) assert.match((await promptNamed(name)).text, /call `finish`/);
});
