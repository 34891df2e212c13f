import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadRecipe, parseRecipe } from "./recipe.ts";
import { loadAll } from "./resolve.ts";

test("every fault of a recipe is told with its place", () => {
  for (const [source, message] of [
    ["packages: [tini]", /r\.yaml: about: /],
    ["about: x\npackages: [Bad_Name]", /packages\.0: expected the name of a Debian package/],
    ["about: x\nentrypiont: [a]", /entrypiont/],
    ["about: x\nlinks: [{target: a, paths: [relative]}]", /links\.0\.paths\.0: expected an absolute path/],
    ["about: x\nstandsInFor: [{names: [nginx]}]", /standsInFor\.0\.names\.0: expected registry\/path/],
    ["about: x\nstandsInFor: [{names: [a.b/c], versions: ['1.2-1.3']}]", /versions\.0: expected a range/],
    ["about: x\nstandsInFor: [{names: [a.b/c], suffix: '('}]", /suffix: expected a regular expression/],
    ["about: [", /r\.yaml: /],
  ] as const) {
    assert.throws(() => parseRecipe(source, "r.yaml"), { code: "BAD_RECIPE", message }, source);
  }
});

test("an unknown recipe is refused with the list of those that exist", async () => {
  await assert.rejects(loadRecipe("ngnix"), { code: "UNKNOWN_IMAGE", message: /ngnix/, hint: /nginx/ });
});

test("recipes that extend each other in a circle are refused", async () => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-recipes-"));
  try {
    for (const [name, base] of [
      ["a", "b"],
      ["b", "a"],
    ] as const) {
      await mkdir(join(directory, name));
      await writeFile(join(directory, name, "recipe.yaml"), `about: x\nextends: ${base}\n`);
    }
    await assert.rejects(loadRecipe("a", directory), { code: "BAD_RECIPE", message: /a → b → a/ });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("settings are inherited, and a new entrypoint leaves the old arguments behind", async () => {
  const [toolbox, kubectl, debian] = await Promise.all(
    ["toolbox", "kubectl", "debian"].map((name) => loadRecipe(name)),
  );
  assert.deepEqual(debian?.cmd, toolbox?.cmd);
  assert.equal(debian?.env.LANG, "C.UTF-8");
  assert.deepEqual([kubectl?.entrypoint, kubectl?.cmd], [["kubectl"], ["--help"]]);
});

test("no public name has two stand-ins", async () => {
  const names = (await loadAll()).flatMap((recipe) => recipe.standsInFor.flatMap((entry) => entry.names));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
