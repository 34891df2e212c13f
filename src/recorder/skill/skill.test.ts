import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import {
  installedSkill,
  installSkill,
  instructions,
  lookForSkill,
  skill,
  skillVersion,
  uninstallSkill,
} from "./index.ts";

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), "airworthy-skill-"));
});
after(() => rm(home, { recursive: true, force: true }));

test("The words of this version are these: other words are another version.", () => {
  assert.equal(skillVersion, "1.0.0");
  assert.equal(hash("sha256", skill).slice(0, 16), "5ac3628c67d6283d");
  assert.equal(hash("sha256", instructions).slice(0, 16), "6b7e7e31c141bb11");
});

test("The head of the skill is what agents read of it first.", () => {
  const head = parse(/^---\n([\s\S]*?)\n---\n/.exec(skill)?.[1] ?? "") as Record<string, unknown>;
  assert.equal(head.name, "airworthy");
  assert.ok(typeof head.description === "string" && head.description.length > 80 && head.description.length < 1024);
});

test("A skill is put where each agent looks, found again with its version, and removed.", async () => {
  const environment = { HOME: home };
  const project = join(home, "project");
  for (const [agent, user, local] of [
    ["claude", ".claude/skills/airworthy/SKILL.md", ".claude/skills/airworthy/SKILL.md"],
    ["codex", ".codex/skills/airworthy/SKILL.md", ".codex/skills/airworthy/SKILL.md"],
    ["gemini", ".gemini/skills/airworthy/SKILL.md", ".gemini/skills/airworthy/SKILL.md"],
    ["opencode", ".config/opencode/skills/airworthy/SKILL.md", ".opencode/skills/airworthy/SKILL.md"],
  ] as const) {
    assert.equal(await installedSkill(agent, project, environment), undefined);
    for (const [scope, path] of [
      ["user", join(home, user)],
      ["project", join(project, local)],
    ] as const) {
      const place = await lookForSkill(agent, scope, project, environment);
      assert.deepEqual(place, { agent, scope, path });
      await installSkill(place);
      assert.equal(await readFile(path, "utf8"), skill);
      assert.equal(await installedSkill(agent, project, environment), "airworthy-skill@1.0.0");
      const found = await lookForSkill(agent, scope, project, environment);
      assert.equal(found.version, "1.0.0");
      assert.equal(await uninstallSkill(found), true);
      assert.equal(await uninstallSkill(await lookForSkill(agent, scope, project, environment)), false);
    }
  }
});

test("An older version is named as what it is, and somebody else's skill is not touched.", async () => {
  const environment = { HOME: home };
  const { path } = await lookForSkill("claude", "user", home, environment);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, skill.replace('version: "1.0.0"', 'version: "0.9.0"'));
  assert.equal(await installedSkill("claude", home, environment), "airworthy-skill@0.9.0");
  await writeFile(path, "---\nname: mine\n---\n");
  await assert.rejects(lookForSkill("claude", "user", home, environment), { code: "NOT_OURS" });
});
