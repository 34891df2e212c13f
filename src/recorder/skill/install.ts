import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type SkilledAgent, type SkillScope, skillFile } from "./places.ts";
import { SkillProblem } from "./problem.ts";
import { skill, skillName } from "./text.ts";

export interface SkillPlace {
  readonly agent: SkilledAgent;
  readonly scope: SkillScope;
  readonly path: string;
  /** The version that is there; undefined where none is. */
  readonly version?: string;
}

export async function lookForSkill(
  agent: SkilledAgent,
  scope: SkillScope,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<SkillPlace> {
  const path = skillFile(agent, scope, directory, environment);
  const text = await readFile(path, "utf8").catch(() => undefined);
  const version = text === undefined ? undefined : versionIn(text);
  if (text !== undefined && version === undefined) {
    throw new SkillProblem("NOT_OURS", `${path}: expected a skill of airworthy, found something else`, {
      hint: "move it elsewhere first",
    });
  }
  return { agent, scope, path, ...(version === undefined ? {} : { version }) };
}

export async function installSkill(place: SkillPlace): Promise<void> {
  await mkdir(dirname(place.path), { recursive: true });
  const scratch = `${place.path}.new`;
  await writeFile(scratch, skill);
  await rename(scratch, place.path);
}

/** False if there was none. */
export async function uninstallSkill(place: SkillPlace): Promise<boolean> {
  if (place.version === undefined) return false;
  await rm(place.path);
  await rmdir(dirname(place.path)).catch(() => {}); // Somebody else's files are in there.
  return true;
}

/** The skill that an agent working in a directory has been given, as it stands in `actor.prompt`. */
export async function installedSkill(
  agent: SkilledAgent,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  for (const scope of ["project", "user"] as const) {
    const text = await readFile(skillFile(agent, scope, directory, environment), "utf8").catch(() => "");
    const version = versionIn(text);
    if (version) return `${skillName}-skill@${version}`;
  }
  return undefined;
}

const versionIn = (text: string) =>
  new RegExp(`^---\\nname: ${skillName}\\n[^]*?\\n  version: "([\\w.-]{1,32})"\\n---\\n`).exec(text)?.[1];
