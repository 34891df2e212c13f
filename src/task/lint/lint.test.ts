import assert from "node:assert/strict";
import { test } from "node:test";
import { scaffold } from "../scaffold.ts";
import { directoryOf, sound } from "../testing/directory.ts";
import { lint } from "./lint.ts";

type Files = Readonly<Record<string, string>>;
const toml = sound["task.toml"];

async function found(t: Parameters<typeof directoryOf>[0], files: Files): Promise<string[]> {
  const [report] = await lint(await directoryOf(t, files));
  return (report?.findings ?? []).map(({ rule, file, line = 0 }) => `${rule} ${file}:${line}`);
}

test("The sound task has no findings.", async (t) => {
  assert.deepEqual(await found(t, sound), []);
});

const worse: readonly [what: string, change: Files, said: readonly string[]][] = [
  [
    "names the kind of object at fault",
    { "instruction.md": "The goods\nin {{home}} have a broken Service.\n" },
    ["kind-named instruction.md:2"],
  ],
  [
    "names the field at fault",
    { "instruction.md": "The target port of the goods in {{home}} is wrong.\n" },
    ["field-named instruction.md:1"],
  ],
  [
    "says what to do about it",
    { "instruction.md": "Nobody sees goods in {{home}}. Patch it.\n" },
    ["repair-named instruction.md:1"],
  ],
  [
    "forbids something without giving it away",
    { "instruction.md": "Nobody sees goods in {{home}}. Do not patch anything else.\n" },
    [],
  ],
  [
    "speaks of a service as everybody does",
    { "instruction.md": "The service in {{home}} is slow. Service is poor.\n" },
    [],
  ],
  [
    "names the part at fault where that is the question",
    { "instruction.md": "See to {{catalog}}.\n", "task.toml": toml.replace('"easy"', '"hard"') },
    ["cause-named instruction.md:1", "cause-named instruction.md:1", "cause-named instruction.md:1"],
  ],
  ["names the part that users know", { "instruction.md": "The {{catalog}} in {{home}} is empty.\n" }, []],
  ["is long", { "instruction.md": "word ".repeat(151) }, ["instruction-long instruction.md:0"]],
  ["has no reference", { "task.toml": toml.replace(/reference = .*\n/, "") }, ["reference-missing task.toml:0"]],
  ["has no area", { "task.toml": toml.replace(/category = .*\n/, "") }, ["metadata-missing task.toml:0"]],
  [
    "has a telling name",
    { "task.toml": toml.replace("lost-goods", "wrong-service-port") },
    ["name-leaks task.toml:0", "name-leaks task.toml:0", "name-leaks task.toml:0"],
  ],
  [
    "asks for rights that it does not need",
    { "task.toml": toml.replace('"shop"', '"shop"\nrights = "platform"') },
    ["rights-point task.toml:0"],
  ],
  [
    "has images without a version",
    {
      "environment/objects.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: x, namespace: '{{home}}'}\nspec:\n  containers:\n    - {name: a, image: nginx}\n    - name: b\n      image: nginx:latest\n    - name: c\n      image: nginx:1.27\n",
    },
    ["image-unpinned environment/objects.yaml:6", "image-unpinned environment/objects.yaml:8"],
  ],
  [
    "grants the one object to change",
    {
      "environment/objects.yaml":
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: x, namespace: '{{home}}'}\nrules: [{apiGroups: [''], resources: [services], resourceNames: [a], verbs: [patch]}]\n",
    },
    ["rights-point environment/objects.yaml:1"],
  ],
  [
    "has nothing to repair, and no trap",
    { "task.toml": toml.replace(/\[\[airworthy\.faults\]\][^[]*/, "").replace(/\[\[airworthy\.controls\]\][^[]*/, "") },
    ["control-missing task.toml:0", "control-missing task.toml:0", "variants-alike task.toml:0"],
  ],
  ["cannot be read", { "task.toml": toml.replace('"shop"', '"shp"') }, ["unreadable task.toml:14"]],
];

for (const [what, change, said] of worse) {
  test(`A task that ${what} has ${said.length === 0 ? "no finding" : "these findings"}.`, async (t) => {
    assert.deepEqual(await found(t, { ...sound, ...change }), said);
  });
}

test("A new task has no findings but the places that its author has to fill in.", async (t) => {
  const files = scaffold({ name: "mine/new-one", application: "shop", fault: "service-selector", on: "catalog" });
  const rules = (await found(t, files)).map((each) => each.split(" ")[0]);
  assert.deepEqual([...new Set(rules)], ["placeholder-left"]);
  assert.equal(rules.length, 5);
});

test("A task of others is looked at for images and rights only.", async (t) => {
  const files = {
    "task.toml": "",
    "instruction.md": "Patch the Service.\n",
    "tests/test.sh": "",
    "environment/Dockerfile": "FROM debian AS base\nFROM base\nFROM debian:12\n",
  };
  assert.deepEqual(await found(t, files), ["image-unpinned environment/Dockerfile:1"]);
});
